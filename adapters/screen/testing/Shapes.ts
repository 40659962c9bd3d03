/** Texts that a bad pattern reads slowly. Most repeat the beginning of something that a detector looks for, and never complete it. */

const letter = (n: number): string => String.fromCharCode(97 + (n % 26))
export const word = (i: number): string => (i < 26 ? letter(i) : word(Math.floor(i / 26)) + letter(i))

const pieces: Readonly<Record<string, (i: number) => string>> = {
  "ordinary prose": (i) =>
    `The service delivered batch ${i} to the buyer, who paid USD ${i} under the quote. `,
  "one capitalised run": (i) => (i === 0 ? "A" : "a"),
  "one run of capitals": () => "A",
  "different capitalised words": (i) => `A${word(i * 7919)} `,
  "the same capitalised word": () => "Abc ",
  "given names": () => "Alice ",
  "given names before words": (i) => `Alice B${word(i * 7919)}ly, `,
  "given names that are words": (i) => `May ${word(i * 7919)} May A${word(i)} `,
  companies: () => "Alice Abernathy Ltd ",
  particles: () => "A van de la von ",
  initials: () => "A. ",
  "initials before words": (i) => `A. B${word(i * 7919)}d, `,
  titles: () => "Mr. A. A. A. ",
  hyphens: () => "A-",
  apostrophes: () => "A’",
  dots: () => "A.",
  accents: () => "Ünïcödé Ñandú ",
  "combining marks": () => "A\u0301\u0301 ",
  "no spaces, no case": () => "漢字",
  "joined emoji": () => "👩‍👩‍👧 ",
  "signs of e-mail": () => "a@a.",
  "one long local part": (i) => (i === 0 ? "a" : ".a"),
  "numbers like telephones": (i) => `+1 ${i} ${i} `,
  "announced numbers": (i) => `phone ${String(i).padStart(8, "0")} `,
  amounts: () => "1,",
  currencies: () => "USD ",
  figures: () => "1",
  "figures set apart": () => "1 ",
  streets: () => "1 A A A A ",
  spaces: () => " ",
  "figures and spaces": () => `1${" ".repeat(500)}`,
  "Italian streets": () => "Via Aa Aa Aa ",
  ages: () => "1 year old a b ",
  cards: () => "4111 1111 1111 1112 ",
  "account numbers": () => "GB12 AB12 AB12 ",
  hashes: (i) => ((i * 2654435761) % 2 ** 32).toString(16).padStart(8, "0"),
}

const filled = (piece: (i: number) => string, chars: number): string => {
  const parts: Array<string> = []
  for (let i = 0, length = 0; length < chars; i++) length += parts[parts.push(piece(i)) - 1]?.length ?? chars
  return parts.join("").slice(0, chars)
}

/** The texts of all shapes, each of `chars` characters. */
export const shapes = (chars: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(pieces).map(([name, piece]) => [name, filled(piece, chars)]))
