/** Where a person's money is: payment cards and bank accounts. */
import validator from "validator"
import { type Detector, matches } from "./Detector.ts"

const cardNumber = /(?<![\w.,#-])\d(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)/gu

const card: Detector = {
  what: "payment-card number",
  code: "personal_data",
  found: (text) => matches(text, cardNumber).some((match) => validator.isCreditCard(match)),
}

const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}/gu
/** The candidate, or what is left of it when words behind it are taken away, is an IBAN. */
const startsWithIban = (candidate: string): boolean => {
  const groups = candidate.split(" ")
  return groups.some((_, i) => validator.isIBAN(groups.slice(0, groups.length - i).join("")))
}

const announced =
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
    announced.test(text) ||
    sortCode.test(text) ||
    Array.from(text.matchAll(routing), ([, digits]) => digits ?? "").some(isRouting),
}

export const accounts: ReadonlyArray<Detector> = [card, account]
