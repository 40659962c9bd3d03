/** The detectors of personal data: contacts, accounts, dates of birth, addresses and descriptions. */

import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js"
import validator from "validator"
import { anyOf, type Detector, matches } from "./Detector.ts"

// The pattern begins with the sign, since few texts have one; the part before it is a look-behind.
const mail = /(?<=([\p{L}\p{N}._%+'-]{1,64}))@([\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})/gu

const email: Detector = {
  what: "e-mail address",
  code: "personal_data",
  found: (text) =>
    Array.from(
      text.matchAll(mail),
      ([, local = "", domain = ""]) => `${local.replace(/^['.-]+/u, "")}@${domain}`,
    ).some((address) => validator.isEmail(address)),
}

const international = /(?<![\w+])\+\d[\d\s().\u2010-\u2015-]{5,20}\d(?!\w)/gu
/** National formats that identify a telephone number without an announcing word. */
const national: ReadonlyArray<readonly [country: CountryCode, pattern: RegExp]> = [
  ["US", /(?<![\w.-])\(\d{3}\)\s?\d{3}[-.\s]\d{4}(?![\w-])/gu],
  ["US", /(?<![\w.-])(?:1[-.])?\d{3}([-.])\d{3}\1\d{4}(?![\w-])/gu],
  ["FR", /(?<![\w.-])0[1-9](?:[ .]\d{2}){4}(?![\w-])/gu],
  ["GB", /(?<![\w.-])07\d{3} \d{6}(?![\w-])/gu],
  ["GB", /(?<![\w.-])0(?:20 \d{4} \d{4}|1\d{2,3} \d{3} ?\d{3,4})(?![\w-])/gu],
  ["IN", /(?<![\w.-])[6-9]\d{4} \d{5}(?![\w-])/gu],
]

/** A word that announces a telephone number, and the digits after it. */
const announced =
  /\b(?:tele?phone|phone|tel|mobile|cell(?:phone)?|whats\s?app|fax|handy|telefon|portable|m[oó]vil|tel[eé]fono|sms|(?:call|ring|text|reach)\s+(?:me|us|him|her|them)\s+(?:on|at))\b[^\d+\n]{0,24}(\+?\d[\d\s()./-]{5,18}\d)/giu
const dated = /\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}/u
const countries: ReadonlyArray<CountryCode> = [
  "US",
  "GB",
  "FR",
  "DE",
  "ES",
  "IT",
  "IN",
  "BR",
  "AU",
  "NL",
  "SG",
  "JP",
]

const valid = (candidate: string, country?: CountryCode): boolean =>
  parsePhoneNumberFromString(candidate, country)?.isValid() ?? false

const isAnnounced = (text: string): boolean =>
  anyOf(
    Array.from(text.matchAll(announced), ([, number]) => number ?? ""),
    (number) => !dated.test(number) && (valid(number) || countries.some((country) => valid(number, country))),
  )

const telephone: Detector = {
  what: "telephone number",
  code: "personal_data",
  found: (text) =>
    anyOf(matches(text, international), (match) => valid(match)) ||
    national.some(([country, pattern]) => matches(text, pattern).some((match) => valid(match, country))) ||
    isAnnounced(text),
}

export const contacts: ReadonlyArray<Detector> = [email, telephone]

const cardNumber = /(?<![\w.,#-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)/gu

const card: Detector = {
  what: "payment-card number",
  code: "personal_data",
  found: (text) => matches(text, cardNumber).some((match) => validator.isCreditCard(match)),
}

const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}/gu
/** Whether the candidate is an IBAN, with or without some of its last groups, which may be words of the sentence. */
const startsWithIban = (candidate: string): boolean => {
  const groups = candidate.split(" ")
  return groups.some((_, i) => validator.isIBAN(groups.slice(0, groups.length - i).join("")))
}

const accountNumber =
  /\b(?:account|acct|a\/c|konto|compte|cuenta)[\s-]*(?:number|no\.?|nr\.?|#)\s*(?:is|:|=)?\s*\d[\d -]{4,20}\d\b/iu
const sortCode = /\bsort[\s-]code\b[^\d\n]{0,10}\d{2}[- ]?\d{2}[- ]?\d{2}\b/iu
const routing = /\b(?:routing|aba)\b[^\d\n]{0,20}(\d{9})\b/giu

/** The check digit of a routing number: weights 3, 7, 1. */
const isRouting = (digits: string): boolean =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] ?? 0), 0) % 10 === 0

const account: Detector = {
  what: "bank-account number",
  code: "personal_data",
  found: (text) =>
    matches(text, ibanLike).some(startsWithIban) ||
    accountNumber.test(text) ||
    sortCode.test(text) ||
    Array.from(text.matchAll(routing), ([, digits]) => digits ?? "").some(isRouting),
}

export const accounts: ReadonlyArray<Detector> = [card, account]

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
// These words also end names of other things, so the text after them must look like the rest of an address.
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
