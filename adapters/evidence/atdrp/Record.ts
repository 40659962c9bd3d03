/**
 * A dispute record of ATDRP: what a party gives a provider of dispute resolution about a purchase by AP2 and ACP. Nobody signs the record.
 * A receipt or the order stands in it as an object, which nobody signed, or as the token that its issuer signed (RFC 7515). Only a token
 * shows that its issuer said so.
 */
import type { SignedTerms } from "../../../core/evidence/index.ts"
import * as Jws from "../Jws.ts"
import { isMembers, listOf, type Members, membersOf, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type ExaminedSigner,
  type Found,
  fails,
  type Statement,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, moneyOf, namesOf, quote, show } from "../Words.ts"
import { linesOf, orderSays, shareUndelivered } from "./Order.ts"

const version = "ATDRP-0.1"
const grounds = ["scope", "performance", "intent", "amount"]

/** The parts that somebody else than the parties' provider wrote, and the role of whoever signs each as a token. */
const roles = {
  payment_mandate: "payer",
  checkout_receipt: "receipt issuer",
  payment_receipt: "processor",
  order: "merchant",
} as const
type Name = keyof typeof roles
const names = ["payment_mandate", "checkout_receipt", "payment_receipt", "order"] as const

interface Part {
  readonly name: Name
  readonly says: Members
  /** Null if it is an object, so that nobody signed it. */
  readonly token: Jws.Jws | null
}

interface Signed extends Part {
  readonly signer: ExaminedSigner | null
  readonly checks: ReadonlyArray<Check>
}

/** A part of the record; null if it has no such part, or if a text in its place is not a token. */
const partOf = (record: Members, name: Name): Part | null => {
  const object = membersOf(record, name)
  if (object !== undefined) return { name, says: object, token: null }
  const token = Jws.parse(textOf(record, name)?.trim() ?? "")
  const says = parseMembers(token?.payload ?? "")
  return token === null || says === undefined ? null : { name, says, token }
}

const examinePart = (part: Part, documents: Documents, now: number): Signed => {
  const { name, says, token } = part
  if (token === null) return { ...part, signer: null, checks: [] }
  const { signer, checks } = Jws.examine(token, documents, {
    role: roles[name],
    signedAt: instantOf(numberOf(says, "iat")),
    host: null,
  })
  const all = [...checks, ...clock(says.iat, now)]
  return { ...part, signer, checks: all.map((it) => ({ ...it, check: `${name}: ${it.check}` })) }
}

/** By which member each part names the checkout that it belongs to. */
const links = [
  ["payment_mandate", "transaction_id"],
  ["checkout_receipt", "reference"],
  ["payment_receipt", "reference"],
] as const

/** Whether the parts belong to one checkout. If the chain does not bind, the dispute is about authority, and not about performance. */
const bindingChecks = (parts: ReadonlyArray<Part>, hash: string): ReadonlyArray<Check> =>
  links.flatMap(([name, member]) => {
    const part = parts.find((one) => one.name === name)
    return part === undefined
      ? []
      : [
          checkOf(
            `${name}: ${member}`,
            hash !== "" && textOf(part.says, member) === hash,
            "It names the checkout of the record.",
            "It does not name the checkout of the record.",
          ),
        ]
  })

const statusChecks = (parts: ReadonlyArray<Part>): ReadonlyArray<Check> =>
  parts
    .filter(({ name }) => name === "checkout_receipt" || name === "payment_receipt")
    .map(({ name, says }) =>
      checkOf(
        `${name}: status`,
        says.status === "Success",
        "It says that it succeeded.",
        "It does not say that it succeeded.",
      ),
    )

const formChecks = (record: Members, claim: Members): ReadonlyArray<Check> => [
  checkOf(
    "version",
    textOf(record, "policy_version") === version,
    `It is of ${version}.`,
    "It is of a version that is not known.",
  ),
  checkOf(
    "claim",
    grounds.includes(textOf(claim, "ground") ?? ""),
    "Its claim has a ground that the protocol knows.",
    "Its claim has no ground that the protocol knows.",
  ),
]

const unsignedChecks = (record: Members, parts: ReadonlyArray<Part>): ReadonlyArray<Check> => {
  const unsigned = parts.filter(({ token }) => token === null).map(({ name }) => name)
  const absent = names.filter((name) => record[name] === undefined)
  const unreadable = names.filter(
    (name) => record[name] !== undefined && parts.every((part) => part.name !== name),
  )
  return [
    ...(unsigned.length === 0
      ? []
      : [
          fails(
            "not_made",
            `Nobody signed these parts, which are what the record says: ${namesOf(unsigned)}.`,
          ),
        ]),
    ...(absent.length === 0 ? [] : [fails("not_made", `Not presented: ${namesOf(absent)}.`)]),
    ...unreadable.map((name) => fails(name, "It is neither an object nor a signed token.")),
  ]
}

const partSays = ({ name, says }: Part): ReadonlyArray<string> => {
  if (name === "order") return orderSays(says)
  if (name === "payment_mandate") {
    const { amount, currency } = membersOf(says, "payment_amount") ?? {}
    return [`Payment mandate: ${moneyOf(amount, currency)} to ${show(says.payee ?? null)}.`]
  }
  const title = name === "checkout_receipt" ? "Checkout receipt" : "Payment receipt"
  const id = says.order_id ?? says.payment_id ?? null
  return [`${title}: status ${show(says.status ?? null)}, of ${show(id)}.`]
}

const recordSays = (record: Members, claim: Members): ReadonlyArray<string> => {
  const lines = listOf(claim, "line_ids").map(String)
  const about = lines.length === 0 ? "" : `, about the lines ${namesOf(lines)}`
  return [
    `Dispute: ${show(record.dispute_id ?? null)} by the ${show(record.claimant ?? null)}, on the ground ${show(claim.ground ?? null)}${about}.`,
    `Dispute: the statement is ${quote(textOf(claim, "statement") ?? "")}.`,
    ...["user_instruction", "confirmed_cart"].flatMap((name) =>
      record[name] === undefined ? [] : [`Dispute: ${name} is ${show(record[name])}.`],
    ),
  ]
}

/**
 * The names of the deal that the merchant's order gives it: the order's own id; and the checkout, if the same key signed a receipt of that
 * checkout for this order. The member of the record alone would let any order be shown as one of any checkout.
 */
const dealsOf = (parts: ReadonlyArray<Signed>, hash: string): ReadonlyArray<string> => {
  const order = parts.find(({ name }) => name === "order")
  const receipt = parts.find(({ name }) => name === "checkout_receipt")
  const id = textOf(order?.says ?? {}, "id") ?? ""
  if (id === "") return []
  const isBound =
    receipt?.signer?.valid === true &&
    receipt.signer.fingerprint === order?.signer?.fingerprint &&
    textOf(receipt.says, "order_id") === id &&
    textOf(receipt.says, "reference") === hash
  return isBound ? [id, hash] : [id]
}

/** The share that the merchant signed it had not fulfilled; empty if it fulfilled all, or if it states no time or no quantities. */
const termsOf = (parts: ReadonlyArray<Signed>, hash: string): ReadonlyArray<SignedTerms.Delivery> => {
  const order = parts.find(({ name }) => name === "order")
  const { signer, says } = order ?? {}
  const millionths = shareUndelivered(linesOf(says ?? {})) ?? 0
  const signedAt = signer?.signedAt ?? null
  if (signer == null || signedAt === null || millionths === 0) return []
  const said = { says: "undelivered", millionths, sha256: null, criteria: null, signedAt } as const
  return dealsOf(parts, hash).map((deal) => ({ kind: "delivery", by: signer.role, deal, ...said }))
}

const examine = (record: Members, claim: Members, documents: Documents, now: number): Found => {
  const parts = names
    .flatMap((name) => partOf(record, name) ?? [])
    .map((it) => examinePart(it, documents, now))
  const hash = textOf(record, "checkout_hash") ?? ""
  const sentences: ReadonlyArray<Statement> = [
    ...recordSays(record, claim).map((text) => ({ by: "record", text })),
    ...parts.flatMap((part) => partSays(part).map((text) => ({ by: part.signer?.role ?? "record", text }))),
  ]
  const said = cutToBounds(sentences)
  const terms = termsOf(parts, hash)
  return {
    signers: parts.flatMap(({ signer }) => signer ?? []),
    checks: [
      ...formChecks(record, claim),
      ...parts.flatMap(({ checks }) => checks),
      ...bindingChecks(parts, hash),
      ...statusChecks(parts),
      ...unsignedChecks(record, parts),
      ...said.checks,
    ],
    statement: said.statement,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

export const record: Verifier = {
  format: "atdrp_record",
  experimental: true,
  open: ({ value }) => {
    if (!isMembers(value) || textOf(value, "dispute_id") === undefined) return null
    const claim = membersOf(value, "claim")
    if (claim === undefined || textOf(value, "policy_version")?.startsWith("ATDRP-") !== true) return null
    const tokens = names.flatMap((name) => partOf(value, name)?.token ?? [])
    return {
      needs: tokens.flatMap(Jws.needs),
      examine: (documents, now) => examine(value, claim, documents, now),
    }
  },
}
