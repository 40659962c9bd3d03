/** The sentence that says why a check is unmet. It names a place, and nothing else of what was delivered. */

const lengthMax = 200
/** The characters that a terminal or a page would obey, or show as something else. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}]/gu

const show = (pointer: string): string =>
  pointer === "" ? "The whole value" : pointer.replaceAll(unseen, "\ufffd")

/** As much of a text as has room, with whole characters. */
const shorten = (text: string, room: number): string => {
  if (text.length <= room) return text
  const cut = text.slice(0, room - 1)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

export const sayAt = (pointer: string, words: string): string =>
  `${shorten(show(pointer), lengthMax - words.length - 2)} ${words}.`

export const say = (words: string): string => shorten(words, lengthMax)
