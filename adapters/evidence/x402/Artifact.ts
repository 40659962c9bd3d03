/**
 * The signed offer of x402, by which a seller commits itself to terms, and the signed receipt, which it gives after payment and service
 * (the extension of offers and receipts, version 1).
 */

import type { SignedTerms, Verified } from "../../../core/evidence/index.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { numberIn, wholeIn } from "../Digits.ts"
import { digestOf, type FlatType, recover } from "../Evm.ts"
import * as Jws from "../Jws.ts"
import { isMembers, type Members, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type ExaminedSigner,
  type Found,
  fails,
  notExpired,
  type Opened,
  type Piece,
  type Verifier,
} from "../Verifier.ts"
import { amountOf, instantOf, nameOrQuote, namesOf, timeOf } from "../Words.ts"

/** Offers and receipts are signed under chain 1, whatever network the payment is on. */
const domainChain = 1

/** A kind of artifact, by the name of its EIP-712 domain. */
interface Kind {
  readonly format: Verified.Format
  readonly domain: string
  readonly type: FlatType
  /** The members that a payload may leave out, with the value that is signed then. */
  readonly optional: { readonly [name: string]: string | number }
  readonly isPayload: (payload: Members) => boolean
  readonly signedAt: (payload: Members) => number | null
  readonly statement: (payload: Members) => ReadonlyArray<string>
  readonly times: (payload: Members, now: number) => ReadonlyArray<Check>
  /** The terms that an account reads; null if it reads nothing of this kind. */
  readonly terms: (payload: Members) => SignedTerms.Offer | null
}

/** The values that are signed, exactly as they were sent; a reason if a member is absent or of another type. */
const valuesOf = (
  { type, optional }: Kind,
  payload: Members,
): { readonly values: { readonly [name: string]: string } } | { readonly why: string } => {
  const entries = type.members.map(({ name, type }) => {
    const value = Object.hasOwn(payload, name) ? payload[name] : optional[name]
    const text = typeof value === "string" ? value : undefined
    return [name, type === "string" ? text : wholeIn(value)] as const
  })
  const wrong = entries.find(([, value]) => value === undefined)
  if (wrong !== undefined) return { why: `The member ${wrong[0]} is absent, or it is of another type.` }
  return {
    values: Object.fromEntries(
      entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

/** The members of a payload that its type does not have, as a reader is told of them; null if its type has all members. */
const strangersIn = ({ type }: Kind, payload: Members): string | null => {
  const extra = Object.keys(payload).filter((name) => type.members.every((member) => member.name !== name))
  return extra.length === 0 ? null : namesOf(extra)
}

/** Nobody signs the members of typed data that its type does not have. */
const checkUnsigned = (kind: Kind, payload: Members): ReadonlyArray<Check> => {
  const extra = strangersIn(kind, payload)
  return extra === null ? [] : [fails("members", `These members are not signed: ${extra}.`)]
}

/** A token is signed with all its members, of which the sentences have those of the type. */
const checkUnshown = (kind: Kind, payload: Members): ReadonlyArray<Check> => {
  const extra = strangersIn(kind, payload)
  return extra === null ? [] : [fails("whole", `These members are signed, and not shown: ${extra}.`)]
}

const versionOf = (payload: Members): Check =>
  checkOf(
    "version",
    numberIn(payload.version) === 1,
    "It is of version 1.",
    "It is of a version that is not known.",
  )

const hostOf = (payload: Members): string | null =>
  URL.parse(textOf(payload, "resourceUrl") ?? "")?.host || null

const evmNetwork = /^eip155:[1-9]\d{0,15}$/

/** The name of an address: on the network of the payment, since the artifact names that network. */
const accountOf = (payload: Members, address: string): string => {
  const network = textOf(payload, "network") ?? ""
  return `${evmNetwork.test(network) ? network : `eip155:${domainChain}`}:${address}`
}

interface Typed {
  readonly signer: ExaminedSigner | null
  readonly checks: ReadonlyArray<Check>
}

const withoutSigner = (...checks: ReadonlyArray<Check>): Typed => ({ signer: null, checks })

/** Whether it was signed for another chain, which the address that is paid would show. */
const otherDomain = (
  kind: Kind,
  payload: Members,
  values: Parameters<typeof digestOf>[2],
  signature: string,
) => {
  const network = textOf(payload, "network") ?? ""
  const chainId = Number(network.slice("eip155:".length))
  if (!evmNetwork.test(network) || chainId === domainChain) return null
  const { address } = recover(
    digestOf({ name: kind.domain, version: "1", chainId }, kind.type, values),
    signature,
  )
  return address !== null && isPaid(payload, address) ? chainId : null
}

const isPaid = (payload: Members, address: string): boolean =>
  textOf(payload, "payTo")?.toLowerCase() === address.toLowerCase()

const examineTyped = (kind: Kind, payload: Members, signature: string): Typed => {
  const read = valuesOf(kind, payload)
  if ("why" in read) return withoutSigner(fails("signature", `It can't be checked. ${read.why}`))
  const { values } = read
  const domain = { name: kind.domain, version: "1", chainId: domainChain }
  const findingOf = recover(digestOf(domain, kind.type, values), signature)
  if (findingOf.address === null) return withoutSigner(fails("signature", findingOf.why))
  const { address, lowS } = findingOf
  const elsewhere = isPaid(payload, address) ? null : otherDomain(kind, payload, values, signature)
  const valid = lowS && elsewhere === null
  return {
    signer: {
      role: "seller",
      key: accountOf(payload, address),
      fingerprint: `evm:${address.toLowerCase()}`,
      valid,
      signedAt: kind.signedAt(payload),
      entitled: valid && isPaid(payload, address) ? "pay_to" : null,
      host: null,
    },
    checks: [
      checkOf(
        "signature",
        valid,
        `The signature is by the address ${address}.`,
        `The signature does not count for the address ${address}.`,
      ),
      checkOf(
        "domain",
        elsewhere === null,
        `It was signed as “${kind.domain}”, version 1, chain ${domainChain}.`,
        `It was signed for chain ${elsewhere}, and x402 signs offers and receipts for chain ${domainChain}.`,
      ),
      checkOf(
        "low_s",
        lowS,
        "The signature has a low s.",
        "The signature has a high s, so that anybody could have made it of another one.",
      ),
      checkOf(
        "network",
        evmNetwork.test(textOf(payload, "network") ?? ""),
        "The network is one of EVM, as typed data asks.",
        "The network is not of EVM, and only offers on networks of EVM are signed as typed data.",
      ),
    ],
  }
}

const findingOf = (
  kind: Kind,
  payload: Members,
  signer: ExaminedSigner | null,
  checks: ReadonlyArray<Check>,
  now: number,
): Found => {
  const sentences = "why" in valuesOf(kind, payload) ? [] : kind.statement(payload)
  const said = cutToBounds(sentences.map((text) => ({ by: "seller", text })))
  const terms = sentences.length === 0 ? null : kind.terms(payload)
  return {
    signers: signer === null ? [] : [signer],
    checks: [...checks, versionOf(payload), ...kind.times(payload, now), ...said.checks],
    statement: said.statement,
    ...(terms === null ? {} : { terms: [terms] }),
  }
}

const openTyped = (kind: Kind, artifact: Members): Opened | null => {
  const { payload } = artifact
  if (!isMembers(payload) || !kind.isPayload(payload)) return null
  const signature = textOf(artifact, "signature") ?? ""
  return {
    needs: [],
    examine: (_documents, now) => {
      const { signer, checks } = examineTyped(kind, payload, signature)
      return findingOf(kind, payload, signer, [...checks, ...checkUnsigned(kind, payload)], now)
    },
  }
}

const openJws = (kind: Kind, artifact: Members): Opened | null => {
  const token = Jws.parse(textOf(artifact, "signature") ?? "")
  const payload = parseMembers(token?.payload ?? "")
  if (token === null || payload === undefined || !kind.isPayload(payload)) return null
  return {
    needs: Jws.needs(token),
    examine: (documents: Documents, now) => {
      const { signer, checks } = Jws.examine(token, documents, {
        role: "seller",
        signedAt: kind.signedAt(payload),
        host: hostOf(payload),
      })
      const paid = signer.valid && signer.fingerprint === `evm:${textOf(payload, "payTo")?.toLowerCase()}`
      const twice =
        artifact.payload === undefined
          ? []
          : [fails("members", "It has a payload beside the signed payload.")]
      return findingOf(
        kind,
        payload,
        paid ? { ...signer, entitled: "pay_to" } : signer,
        [...checks, ...twice, ...checkUnshown(kind, payload)],
        now,
      )
    },
  }
}

/** An artifact of this kind, in either of its two formats; null if the piece is not an artifact. */
const open = (kind: Kind, { value }: Piece): Opened | null => {
  if (!isMembers(value) || textOf(value, "signature") === undefined) return null
  if (value.format === "eip712") return openTyped(kind, value)
  return value.format === "jws" ? openJws(kind, value) : null
}

/** The terms that an account reads; null if a text is longer than any address, or if the end of the term is not a time. */
const termsOf = (payload: Members): SignedTerms.Offer | null => {
  const text = (name: string) => textOf(payload, name) ?? ""
  const read = {
    resourceUrl: text("resourceUrl"),
    network: text("network"),
    asset: text("asset"),
    payTo: text("payTo"),
    amount: text("amount"),
  }
  const { validUntil } = payload
  const isOpen = validUntil === undefined || wholeIn(validUntil) === "0"
  const until = isOpen ? null : instantOf(validUntil)
  const fits = Object.values(read).every(({ length }) => length <= bounds.urlCharsMax)
  return fits && (isOpen || until !== null)
    ? { kind: "offer", by: "seller", ...read, validUntil: until }
    : null
}

const offers: Kind = {
  format: "x402_offer",
  domain: "x402 offer",
  type: {
    name: "Offer",
    members: [
      { name: "version", type: "uint256" },
      { name: "resourceUrl", type: "string" },
      { name: "scheme", type: "string" },
      { name: "network", type: "string" },
      { name: "asset", type: "string" },
      { name: "payTo", type: "string" },
      { name: "amount", type: "string" },
      { name: "validUntil", type: "uint256" },
    ],
  },
  optional: { validUntil: 0 },
  isPayload: ({ payTo, amount, resourceUrl }) =>
    payTo !== undefined && amount !== undefined && resourceUrl !== undefined,
  signedAt: () => null,
  statement: (payload) => {
    const text = (name: string) => textOf(payload, name) ?? ""
    const sum = amountOf(text("amount"), text("network"), text("asset"))
    const until =
      payload.validUntil === undefined || payload.validUntil === 0
        ? ""
        : `, until ${timeOf(payload.validUntil)}`
    const terms = `${sum} on ${nameOrQuote(text("network"))} to ${nameOrQuote(text("payTo"))}`
    return [
      `Offer: ${terms} for ${nameOrQuote(text("resourceUrl"))}${until}.`,
      `Offer: the scheme is ${nameOrQuote(text("scheme"))}.`,
    ]
  },
  times: ({ validUntil }, now) => notExpired(validUntil, now),
  terms: termsOf,
}

export const offer: Verifier = { format: offers.format, open: (piece) => open(offers, piece) }

const receipts: Kind = {
  format: "x402_receipt",
  domain: "x402 receipt",
  type: {
    name: "Receipt",
    members: [
      { name: "version", type: "uint256" },
      { name: "network", type: "string" },
      { name: "resourceUrl", type: "string" },
      { name: "payer", type: "string" },
      { name: "issuedAt", type: "uint256" },
      { name: "transaction", type: "string" },
    ],
  },
  optional: { transaction: "" },
  isPayload: ({ payer, issuedAt, resourceUrl }) =>
    payer !== undefined && issuedAt !== undefined && resourceUrl !== undefined,
  signedAt: ({ issuedAt }) => instantOf(issuedAt),
  statement: (payload) => {
    const text = (name: string) => textOf(payload, name) ?? ""
    const transaction = text("transaction") === "" ? "" : `, transaction ${nameOrQuote(text("transaction"))}`
    const whom = `paid by ${nameOrQuote(text("payer"))} on ${nameOrQuote(text("network"))}`
    return [
      `Receipt: ${nameOrQuote(text("resourceUrl"))}, ${whom}, issued ${timeOf(payload.issuedAt)}${transaction}.`,
    ]
  },
  times: ({ issuedAt }, now) => clock(issuedAt, now),
  // It says that the service was given, for its signer alone, and it proves no payment.
  terms: () => null,
}

export const receipt: Verifier = { format: receipts.format, open: (piece) => open(receipts, piece) }
