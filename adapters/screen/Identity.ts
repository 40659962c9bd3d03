/** The detector of identity numbers: how countries write them, and their check digits if they have any. */
import validator from "validator"
import { type Detector, matches } from "./Detector.ts"

interface Shape {
  readonly country: string
  readonly pattern: RegExp
  readonly check?: (number: string) => boolean
  /** A word that the text must also hold, if the shape alone is too common. */
  readonly near?: RegExp
}

const digits = (text: string): string => text.replace(/\D/gu, "")

/** France: 97 less the remainder of the first thirteen digits; Corsica counts as 19 and 18. */
const isFrench = (number: string): boolean => {
  const body = number.slice(0, -2).replace("2A", "19").replace("2B", "18")
  return 97n - (BigInt(body) % 97n) === BigInt(number.slice(-2))
}

const singaporeWeights = [2, 7, 6, 5, 4, 3, 2]
/** Singapore: a weighted sum, moved by the series, names the letter. */
const isSingaporean = (number: string): boolean => {
  const series = number.charAt(0)
  const sum = singaporeWeights.reduce((total, weight, i) => total + weight * Number(number.charAt(i + 1)), 0)
  const moved = sum + (series === "T" || series === "G" ? 4 : series === "M" ? 3 : 0)
  const letters =
    series === "S" || series === "T" ? "JZIHGFEDCBA" : series === "M" ? "KLJNPQRTUWX" : "XWUTRQPNMLK"
  const place = series === "M" ? 10 - (moved % 11) : moved % 11
  return letters.charAt(place) === number.charAt(8)
}

const shapes: ReadonlyArray<Shape> = [
  { country: "US", pattern: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/gu },
  {
    country: "GB",
    pattern: /\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/gu,
  },
  {
    country: "FR",
    pattern: /(?<![\w-])[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?![\w-])/gu,
    check: isFrench,
  },
  {
    country: "ES",
    pattern: /\b(?:\d{8}|[XYZ]\d{7})-?[A-Z]\b/gu,
    check: (number) => validator.isIdentityCard(number.replace("-", ""), "ES"),
  },
  {
    country: "IT",
    pattern: /\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b/gu,
    check: (number) => validator.isTaxID(number, "it-IT"),
  },
  {
    country: "DE",
    pattern: /(?<![\w-])\d{2} ?\d{3} ?\d{3} ?\d{3}(?![\w-])/gu,
    check: (number) => validator.isTaxID(number, "de-DE"),
    near: /\b(?:steuer|identifikationsnummer|tax id)/iu,
  },
  {
    country: "NL",
    pattern: /(?<![\w-])\d{9}(?![\w-])/gu,
    check: (number) => validator.isTaxID(number, "nl-NL"),
    near: /\b(?:bsn|burgerservicenummer)\b/iu,
  },
  {
    country: "BE",
    pattern: /(?<![\w-])\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}(?![\w-])/gu,
    check: (number) => validator.isTaxID(digits(number), "fr-BE"),
  },
  {
    country: "PL",
    pattern: /(?<![\w-])\d{11}(?![\w-])/gu,
    check: (number) => validator.isIdentityCard(number, "PL"),
    near: /\bpesel\b/iu,
  },
  {
    country: "SE",
    pattern: /(?<![\w-])(?:19|20)?\d{2}(?:0\d|1[0-2])[0-3]\d[-+]\d{4}(?![\w-])/gu,
    check: (number) => validator.isTaxID(number.length === 13 ? number.slice(2) : number, "sv-SE"),
  },
  {
    country: "FI",
    pattern: /(?<![\w-])[0-3]\d[01]\d{3}[-+A]\d{3}[0-9A-FHJ-NPR-Y](?![\w-])/gu,
    check: (number) => validator.isIdentityCard(number, "FI"),
  },
  {
    country: "BR",
    pattern: /(?<![\w-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/gu,
    check: (number) => validator.isTaxID(digits(number), "pt-BR"),
  },
  {
    country: "IN",
    pattern: /(?<![\w-])[2-9]\d{3} \d{4} \d{4}(?![\w-])(?! \d)/gu,
    check: (number) => validator.isIdentityCard(number, "IN"),
  },
  { country: "IN", pattern: /\b[A-Z]{3}P[A-Z]\d{4}[A-Z]\b/gu },
  {
    country: "CN",
    pattern: /(?<![\w-])[1-6]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d{4}[\dXx](?![\w-])/gu,
    check: (number) => validator.isIdentityCard(number.toUpperCase(), "zh-CN"),
  },
  { country: "KR", pattern: /(?<![\w-])\d{2}(?:0[1-9]|1[0-2])[0-3]\d-[1-4]\d{6}(?![\w-])/gu },
  { country: "SG", pattern: /\b[STFGM]\d{7}[A-Z]\b/gu, check: isSingaporean },
  {
    country: "CA",
    pattern: /(?<![\w-])\d{3}[- ]\d{3}[- ]\d{3}(?![\w-])/gu,
    check: (number) => validator.isLuhnNumber(digits(number)),
    near: /\b(?:sin|social insurance)\b/iu,
  },
  {
    country: "MX",
    pattern: /\b[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-Z\d]\d\b/gu,
  },
]

const announced =
  /\b(?:passport|driv(?:er'?s|ing)\s+licen[cs]e|identity\s+card|national\s+id|id\s+card|social\s+security|national\s+insurance)\b[\s-]*(?:number|no\.?|nr\.?|#|:)+(?:\s+of\s[^.;\n]{1,60}?)?\s*(?:is\s*)?:?\s*(?=[A-Z0-9-]*\d)[A-Z0-9-]{6,16}\b/iu

/** The same in other scripts and languages, with the number of a passport or of an identity card behind it in the same sentence. */
const announcedElsewhere =
  /(?:паспорт|护照|護照|旅券|パスポート|여권|身份证|身分證|reisepass|personalausweis|passeport|pasaporte|passaporto|paszport|paspoort)(?:\b(?:nr|no|núm)\.|[^.;。；\n]){0,40}?(?<![\p{L}\d])(?:\d{2} ?\d{2} ?(?:(?:№|N|номер) ?)?\d{6}|[A-Z]{0,2}\d{6,9}|[А-ЯЁІЇЄҐ]{2} ?\d{6})(?![\p{L}\d])/iu

const isShown = ({ pattern, check, near }: Shape, text: string): boolean =>
  (near === undefined || near.test(text)) &&
  matches(text, pattern).some((match) => check === undefined || check(match.replace(/ /gu, "")))

export const identity: ReadonlyArray<Detector> = [
  {
    what: "identity number",
    code: "personal_data",
    found: (text) =>
      shapes.some((shape) => isShown(shape, text)) || announced.test(text) || announcedElsewhere.test(text),
  },
]
