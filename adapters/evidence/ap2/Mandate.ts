/** A mandate of AP2: a chain of tokens, from the token that the user signed to the closed token. */
import { count } from "../../../core/kernel/Section.ts"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import * as Jws from "../Jws.ts"
import { jwkOf } from "../Key.ts"
import { type Members, membersOf, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  type Documents,
  type ExaminedSigner,
  fails,
  notExpired,
  placeChecks,
} from "../Verifier.ts"
import { instantOf } from "../Words.ts"
import { contentOf, countUnread, parse, type Token } from "./SdJwt.ts"

export type Purpose = "checkout" | "payment"

export interface Mandate {
  readonly purpose: Purpose
  readonly tokens: ReadonlyArray<Token>
  readonly contents: ReadonlyArray<Members>
  readonly closed: Members
  readonly last: Token
}

export const read = (purpose: Purpose, text: string): Mandate | null => {
  const tokens = parse(text)
  const last = tokens?.at(-1)
  if (tokens === null || last === undefined) return null
  return { purpose, tokens, contents: tokens.map(contentOf), closed: contentOf(last), last }
}

export const needs = ({ tokens: [first] }: Mandate): ReadonlyArray<string> =>
  first === undefined ? [] : Jws.needs(first.jws)

/** The key to which a token passes the mandate on (`cnf`). */
const boundKey = (content: Members): ProvenKey.PublicJwk | null => jwkOf(membersOf(content, "cnf")?.jwk)

/** Whether a token names the one before it by its hash. */
const checkBinding = ({ payload }: Token, before: Token): Check => {
  const [whole, jwt] = [textOf(payload, "sd_hash"), textOf(payload, "issuer_jwt_hash")]
  const one = (whole === undefined) !== (jwt === undefined)
  const fits = whole === undefined ? jwt === before.hash(before.jwt) : whole === before.hash(before.text)
  return checkOf(
    "sd_hash",
    one && fits,
    "It names the token before it by its hash.",
    "It does not name the token before it by its hash.",
  )
}

const typeCheck = ({ purpose, contents }: Mandate, at: number): Check => {
  const wanted = at === contents.length - 1 ? `mandate.${purpose}.1` : `mandate.${purpose}.open.1`
  return checkOf(
    "vct",
    textOf(contents[at] ?? {}, "vct") === wanted,
    `It is of the type ${wanted}.`,
    `It is not of the type ${wanted}.`,
  )
}

const timesOf = (token: Token, content: Members, now: number): ReadonlyArray<Check> => {
  const all = [...new Set([token.payload, content])]
  return all.flatMap((it) => [...clock(it.iat, now), ...notExpired(it.exp, now)])
}

/** When a token was signed, as it says; null if it does not say. */
export const signedAtOf = ({ payload }: Token, content: Members): number | null =>
  instantOf(numberOf(payload, "iat") ?? numberOf(content, "iat"))

/** The ends of the terms that a token states, in its own members and in its content. */
const endsOf = ({ payload }: Token, content: Members): ReadonlyArray<number> =>
  [payload, content].flatMap((it) => instantOf(numberOf(it, "exp")) ?? [])

/** Whether the term of the token before had ended when the next one was signed; not if the next one does not say when that was. */
export const isLate = (signedAt: number | null, before: Token, contentBefore: Members): boolean =>
  signedAt !== null && endsOf(before, contentBefore).some((end) => signedAt > end)

/** Whether the term of the token before had not ended when this one was signed: nobody passes on or closes what has ended. */
const checkTerm = (signedAt: number | null, before: Token, contentBefore: Members): ReadonlyArray<Check> => {
  const ends = endsOf(before, contentBefore)
  return ends.length === 0
    ? []
    : [
        checkOf(
          "in_term",
          signedAt !== null && !isLate(signedAt, before, contentBefore),
          "It was signed before the term of the token before it ended.",
          "It was signed after the term of the token before it had ended, or does not say when.",
        ),
      ]
}

interface Examined {
  readonly signers: ReadonlyArray<ExaminedSigner>
  readonly checks: ReadonlyArray<Check>
}

/** Each token of a mandate: who signed it, whether it belongs to the one before it, its type and its times. */
export const examine = (mandate: Mandate, documents: Documents, now: number): Examined => {
  const parts = mandate.tokens.map((token, at): Examined => {
    const content = mandate.contents[at] ?? {}
    const before = at === 0 ? undefined : mandate.tokens[at - 1]
    const key = at === 0 ? null : boundKey(mandate.contents[at - 1] ?? {})
    const place = `${mandate.purpose} mandate${mandate.tokens.length === 1 ? "" : `, token ${at + 1}`}`
    const signed = Jws.examine(token.jws, documents, {
      role: at === 0 ? "user" : "agent",
      signedAt: signedAtOf(token, content),
      host: null,
      ...(key === null ? {} : { key }),
    })
    const unbound = before !== undefined && key === null
    const checks = [
      ...signed.checks,
      ...(unbound
        ? [fails("cnf", "The token before it names no key to which it passes the mandate on.")]
        : []),
      ...(before === undefined
        ? []
        : [
            checkBinding(token, before),
            ...checkTerm(signedAtOf(token, content), before, mandate.contents[at - 1] ?? {}),
          ]),
      checkOf(
        "disclosures",
        token.fault === null,
        "Its disclosures are the signed disclosures.",
        token.fault ?? "",
      ),
      checkOf(
        "disclosed",
        token.undisclosed === 0,
        "All that was signed is disclosed.",
        `Not all that was signed is disclosed: ${count(token.undisclosed, "digest")} without a text. A constraint may be among them.`,
      ),
      ...(countUnread(token) === 0 ? [] : [fails("delegate_payload", "It delegates more than one content.")]),
      typeCheck(mandate, at),
      ...timesOf(token, content, now),
    ]
    return {
      signers: [unbound ? { ...signed.signer, valid: false } : signed.signer],
      checks: placeChecks(place, checks),
    }
  })
  return {
    signers: parts.flatMap(({ signers }) => signers),
    checks: parts.flatMap(({ checks }) => checks),
  }
}

/** Whether a receipt names the closed mandate: by the hash of the token as the specification says, or of its JWT as the SDK of v0.2 does. */
export const reference = ({ purpose, last }: Mandate, receipt: Members): Check => {
  const stated = textOf(receipt, "reference")
  return checkOf(
    `${purpose} receipt: reference`,
    stated === last.hash(last.text) || stated === last.hash(last.jwt),
    `It names the closed ${purpose} mandate by its hash.`,
    `It does not name the closed ${purpose} mandate by its hash.`,
  )
}

/**
 * Whether a receipt names the closed mandate, and by it the mandate before, with every disclosure, so that whoever signed it had all of
 * them. A hash of the JWT alone names no disclosure. It is enough where the whole content is one disclosure, since a payment can't be made
 * without that one.
 */
export const isNamedInFull = ({ last }: Mandate, receipt: Members): boolean => {
  const signed = parseMembers(last.jws.payload ?? "") ?? {}
  const stated = textOf(receipt, "reference")
  const disclosures = last.text.split("~").length - 2
  const isWhole = stated === last.hash(last.text) || (stated === last.hash(last.jwt) && disclosures <= 1)
  return isWhole && textOf(signed, "sd_hash") !== undefined
}
