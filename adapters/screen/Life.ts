/** When a person was born and where one lives, and descriptions of one. */
import type { Detector } from "./Detector.ts"

const month =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
const date = `(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./-]\\d{1,2}[./-](?:19|20)?\\d{2}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month},? \\d{4}|${month} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4})`
const born = new RegExp(
  `\\b(?:born|birth\\s?date|date of birth|d\\.?o\\.?b\\.?|birthday|geboren|geburtsdatum|n[ée]e? le|nacid[oa]|nato il)(?![\\p{L}])[^\\d\\n]{0,25}?${date}`,
  "iu",
)

const birth: Detector = { what: "date of birth", code: "personal_data", found: (text) => born.test(text) }

const words = "(?:\\p{Lu}[\\p{L}'’.-]{0,40}\\s{1,4}){1,4}"
const strong = "(?:Street|St\\.|Road|Rd\\.?|Avenue|Ave\\.?|Lane|Boulevard|Blvd\\.?|Crescent|Terrace)"
// These also end names of things that are no place; what follows must look like the rest of an address.
const weak = "(?:St|Drive|Dr\\.?|Court|Ct\\.?|Place|Pl\\.?|Way|Close|Square|Sq\\.?|Parkway|Pkwy|Highway)"
const states =
  "A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]"

const places: ReadonlyArray<RegExp> = [
  new RegExp(`(?<![\\w.§])\\d{1,5}[A-Za-z]?,?\\s{1,4}${words}${strong}(?![\\p{L}])`, "u"),
  new RegExp(`(?<![\\w.§])\\d{1,5}[A-Za-z]?,?\\s{1,4}${words}${weak},\\s+(?:\\p{Lu}|\\d|apt|flat)`, "u"),
  new RegExp(`\\p{Lu}[\\p{L}.]{1,40},\\s{0,4}(?:${states})\\s+\\d{5}(?:-\\d{4})?\\b`, "u"),
  /\b(?:flat|apartment|apt\.?)\s+\d+[a-z]?,\s+\d+/iu,
  // German and Dutch
  /\b\p{Lu}[\p{L}-]{0,40}(?:straße|strasse|str\.|gasse|allee|platz|straat|laan|gracht|plein)\s+\d{1,4}[a-z]?\b/u,
  /\b\d{1,4}[a-z]?,\s+(?:D-)?\d{5}\s+\p{Lu}\p{L}+/u,
  // French, Spanish, Italian, Portuguese
  /\b\d{1,4}(?:\s?(?:bis|ter))?,?\s+(?:rue|avenue|boulevard|place|chemin|impasse|allée|quai)\s+(?:de\s|du\s|des\s|la\s|l['’]|d['’]){0,4}\p{L}+/iu,
  /\b(?:Calle|Avenida|Paseo|Plaza|Rua|Piazza|Viale|Corso)\s{1,4}(?:\p{L}{1,40}\s{1,4}){0,3}\p{Lu}\p{L}{1,40},?\s{1,4}(?:n\.?º?\s*)?\d{1,4}\b/u,
  /\bVia\s{1,4}(?:\p{Lu}\p{L}{1,40}\s{1,4}){0,2}\p{Lu}\p{L}{1,40},?\s{1,4}\d{1,4},\s+\d{5}\b/u,
  /\bP\.?\s?O\.?\s?Box\s+\d+/iu,
  // Postcodes of the United Kingdom
  /(?<![\w-])(?:[A-Z]{1,2}\d{1,2}|[A-Z]{1,2}\d[A-Z]) \d[ABD-HJLNP-UW-Z]{2}(?![\w-])/u,
]

const address: Detector = {
  what: "postal address",
  code: "personal_data",
  found: (text) => places.some((place) => place.test(text)),
}

const person =
  "(?:man|woman|boy|girl|lady|gentleman|mother|father|nurse|teacher|doctor|student|driver|widow|pensioner|child|employee|patient|resident)"
const described: ReadonlyArray<RegExp> = [
  new RegExp(`\\b\\d{1,3}[- ]years?[- ]old\\s{1,4}(?:\\p{L}{1,40}\\s{1,4}){0,2}${person}\\b`, "iu"),
  new RegExp(`\\b${person},?\\s+(?:aged|age)\\s+\\d{1,3}\\b`, "iu"),
  /\b(?:his|her|my|their)\s+(?:wife|husband|daughter|son|girlfriend|boyfriend|fiancée?)\b/iu,
]

const description: Detector = {
  what: "description of a person",
  code: "natural_person",
  found: (text) => described.some((pattern) => pattern.test(text)),
}

export const life: ReadonlyArray<Detector> = [birth, address, description]
