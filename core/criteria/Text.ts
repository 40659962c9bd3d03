/** Measures of texts, and the search for one text in another. */

export const countBytes = (text: string): number => {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Each half of a surrogate pair counts for two of the four bytes.
    if (unit >= 0x80) bytes += unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1
  }
  return bytes
}

export const countPoints = (text: string): number => {
  let points = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xdc00 && unit <= 0xdfff) points--
  }
  return points
}

/**
 * Whether a text has another in it, in time that is linear in both (Knuth, Morris, Pratt). The search that engines offer may take the
 * product of the lengths, and does for texts that somebody chose for it.
 */
export const hasWithin = (text: string, sought: string): boolean => {
  const borders = new Int32Array(sought.length)
  for (let i = 1, border = 0; i < sought.length; i++) {
    const unit = sought.charCodeAt(i)
    while (border > 0 && sought.charCodeAt(border) !== unit) border = Number(borders[border - 1])
    if (sought.charCodeAt(border) === unit) border++
    borders[i] = border
  }
  for (let i = 0, found = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    while (found > 0 && sought.charCodeAt(found) !== unit) found = Number(borders[found - 1])
    if (sought.charCodeAt(found) === unit) found++
    if (found === sought.length) return true
  }
  return false
}
