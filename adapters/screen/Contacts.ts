/** How a person is reached: e-mail addresses and telephone numbers. */
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js"
import validator from "validator"
import { anyOf, type Detector, matches } from "./Detector.ts"

// The sign is looked for first: few texts have one, and what stands before it is read from there.
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
/** National ways of writing that are telling by themselves. */
const national: ReadonlyArray<readonly [country: CountryCode, pattern: RegExp]> = [
  ["US", /(?<![\w.-])\(\d{3}\)\s?\d{3}[-.\s]\d{4}(?![\w-])/gu],
  ["US", /(?<![\w.-])(?:1[-.])?\d{3}([-.])\d{3}\1\d{4}(?![\w-])/gu],
  ["FR", /(?<![\w.-])0[1-9](?:[ .]\d{2}){4}(?![\w-])/gu],
  ["GB", /(?<![\w.-])07\d{3} \d{6}(?![\w-])/gu],
  ["GB", /(?<![\w.-])0(?:20 \d{4} \d{4}|1\d{2,3} \d{3} ?\d{3,4})(?![\w-])/gu],
  ["IN", /(?<![\w.-])[6-9]\d{4} \d{5}(?![\w-])/gu],
]

/** A word that announces a number, and the digits after it. */
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
