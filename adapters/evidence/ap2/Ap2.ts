/** Mandates and receipts of AP2 v0.2, as its specification says that they are verified in a dispute. */
import * as Jws from "../Jws.ts"
import { isMembers, type Members, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
  type Documents,
  type ExaminedSigner,
  type Found,
  fails,
  placeChecks,
  type Verifier,
} from "../Verifier.ts"
import { instantOf } from "../Words.ts"
import { examineBeyond, type Stated } from "./Beyond.ts"
import { evaluate } from "./Constraints.ts"
import * as Mandate from "./Mandate.ts"
import { mandateSays, openSays, orderSays, receiptSays } from "./Sentences.ts"
import { checkSettled } from "./Settled.ts"

type Purpose = Mandate.Purpose

const names = ["checkoutMandate", "paymentMandate", "checkoutReceipt", "paymentReceipt"] as const

/** A token that one party signed, such as a receipt or the merchant's checkout. */
interface Plain {
  readonly what: string
  readonly role: string
  readonly text: string
  readonly jws: Jws.Jws
  readonly says: Members
}

interface Bundle {
  readonly checkout: Mandate.Mandate | null
  readonly payment: Mandate.Mandate | null
  /** The merchant's checkout, which the checkout mandate accepts. */
  readonly order: Plain | null
  readonly checkoutReceipt: Plain | null
  readonly paymentReceipt: Plain | null
  /** The points that the bundle states to be beyond its open payment mandate, as it writes them; undefined if it states nothing. */
  readonly beyond: unknown
  readonly unreadable: ReadonlyArray<string>
  readonly absent: ReadonlyArray<(typeof names)[number]>
}

const plain = (what: string, role: string, presented: string | undefined): Plain | null => {
  const text = presented?.trim() ?? ""
  const jws = Jws.parse(text)
  const says = parseMembers(jws?.payload ?? "")
  return jws === null || says === undefined ? null : { what, role, text, jws, says }
}

const read = (value: Members): Bundle => {
  const mandate = (purpose: Purpose) => {
    const text = textOf(value, `${purpose}Mandate`)
    return text === undefined ? null : Mandate.read(purpose, text)
  }
  const [checkout, payment] = [mandate("checkout"), mandate("payment")]
  const found = {
    checkout,
    payment,
    order: plain("checkout_jwt", "merchant", textOf(checkout?.closed ?? {}, "checkout_jwt")),
    checkoutReceipt: plain("checkout receipt", "merchant", textOf(value, "checkoutReceipt")),
    paymentReceipt: plain("payment receipt", "processor", textOf(value, "paymentReceipt")),
    beyond: value.beyond,
  }
  const parts = [found.checkout, found.payment, found.checkoutReceipt, found.paymentReceipt]
  const unreadable = names.filter((name, i) => value[name] !== undefined && parts[i] === null)
  return { ...found, unreadable, absent: names.filter((name) => value[name] === undefined) }
}

const plainsOf = ({ order, checkoutReceipt, paymentReceipt }: Bundle): ReadonlyArray<Plain> =>
  [order, checkoutReceipt, paymentReceipt].filter((it) => it !== null)

/** Ed25519 signs a text in one way, so that a hash of the token could be found by trying likely checkouts. */
const notEdwards = {
  algorithms: ["EdDSA", "Ed25519"],
  why: "AP2 allows no signature of a checkout by which its hash could be guessed, and Ed25519 is one.",
}

const examinePlain = ({ what, role, jws, says }: Plain, documents: Documents, now: number) => {
  const { signer, checks } = Jws.examine(jws, documents, {
    role,
    signedAt: instantOf(numberOf(says, "iat")),
    host: null,
    ...(what === "checkout_jwt" ? { forbidden: notEdwards } : {}),
  })
  return {
    signers: [signer],
    checks: placeChecks(what, [...checks, ...clock(says.iat, now)]),
  }
}

const statusCheck = (receipt: Plain): Check =>
  checkOf(
    `${receipt.what}: status`,
    receipt.says.status === "Success" || receipt.says.status === "Error",
    "AP2 knows its status.",
    "AP2 does not know its status.",
  )

const hashChecks = ({ checkout, payment }: Bundle): ReadonlyArray<Check> => {
  const jwt = textOf(checkout?.closed ?? {}, "checkout_jwt")
  const hash = checkout === null || jwt === undefined ? null : checkout.last.hash(jwt)
  const own =
    checkout === null
      ? []
      : [
          hash === null
            ? fails("checkout_hash", "The checkout itself is not disclosed.")
            : checkOf(
                "checkout_hash",
                hash === textOf(checkout.closed, "checkout_hash"),
                "The hash of checkout_jwt, computed anew, is the one in the mandate.",
                "The hash of checkout_jwt, computed anew, is not the one in the mandate.",
              ),
        ]
  const wanted = checkout === null ? undefined : textOf(checkout.closed, "checkout_hash")
  if (payment === null || wanted === undefined) return own
  return [
    ...own,
    checkOf(
      "transaction_id",
      textOf(payment.closed, "transaction_id") === wanted,
      "The payment mandate is for this checkout.",
      "The payment mandate is for another checkout.",
    ),
  ]
}

const receiptChecks = (bundle: Bundle): ReadonlyArray<Check> =>
  (
    [
      [bundle.checkout, bundle.checkoutReceipt],
      [bundle.payment, bundle.paymentReceipt],
    ] as const
  ).flatMap(([mandate, receipt]) => {
    if (receipt === null) return []
    const named =
      mandate === null
        ? fails(`${receipt.what}: reference`, "The mandate that it names is not presented.")
        : Mandate.reference(mandate, receipt.says)
    return [named, statusCheck(receipt)]
  })

/** The checks that are not made if a member of a bundle is absent. */
const restOn: { readonly [name in (typeof names)[number]]: string } = {
  checkoutMandate:
    "who accepted the checkout, checkout_hash, transaction_id, and the constraints on the checkout",
  paymentMandate: "who authorised the payment, transaction_id, and the constraints on the payment",
  checkoutReceipt: "that the merchant took the checkout, its reference and its status",
  paymentReceipt: "that the payment was made, its reference and its status",
}

const absentChecks = ({ absent }: Bundle): ReadonlyArray<Check> =>
  absent.map((name) => fails("not_made", `${name} is not presented. Not checked: ${restOn[name]}.`))

const constraintChecks = (
  { checkout, payment, order }: Bundle,
  { explains }: Stated,
): ReadonlyArray<Check> => {
  const openToken = checkout !== null && checkout.tokens.length > 1 ? checkout.tokens[0] : undefined
  const contents = {
    checkout: order?.says ?? null,
    payment: payment?.closed ?? null,
    openCheckout: openToken === undefined ? null : openToken.hash(openToken.text),
  }
  return [checkout, payment].flatMap((mandate) =>
    (mandate?.contents.slice(0, -1) ?? []).flatMap((open) => [
      ...evaluate(open, contents).filter(
        ({ check, holds }) => holds || mandate !== payment || !explains.has(check),
      ),
      ...checkSettled(open, mandate?.closed ?? {}),
    ]),
  )
}

interface Part {
  /** The token or the receipt that was signed. */
  readonly of: unknown
  readonly signer: ExaminedSigner
  readonly says: ReadonlyArray<string>
}

/** Signers under roles of their own: a role that two keys have taken would let one of them speak for the other. */
const apart = (parts: ReadonlyArray<Part>): ReadonlyArray<Part> =>
  parts.map((part) => {
    const who = ({ signer }: Part) => `${signer.fingerprint} ${signer.valid}`
    const sharers = new Set(parts.filter(({ signer }) => signer.role === part.signer.role).map(who))
    const place = [...sharers].indexOf(who(part)) + 1
    return place === 1 ? part : { ...part, signer: { ...part.signer, role: `${part.signer.role} ${place}` } }
  })

/** The mandate under the roles of whoever signed it and of whoever signed the receipt. */
const termsOf = ({ terms }: Stated, { payment, paymentReceipt }: Bundle, parts: ReadonlyArray<Part>) => {
  const roleOf = (of: unknown) => parts.find((part) => part.of === of)?.signer.role
  const [by, grantedBy] = [roleOf(paymentReceipt), roleOf(payment?.tokens[0])]
  return terms === null || by === undefined || grantedBy === undefined ? [] : [{ ...terms, by, grantedBy }]
}

const examine = (bundle: Bundle, documents: Documents, now: number): Found => {
  const mandates = [bundle.checkout, bundle.payment].filter((it) => it !== null)
  const chains = mandates.map((mandate) => ({ mandate, ...Mandate.examine(mandate, documents, now) }))
  const plains = plainsOf(bundle).map((it) => ({ it, ...examinePlain(it, documents, now) }))
  const parts = apart([
    ...chains.flatMap(({ mandate, signers }) =>
      signers.map((signer, at) => ({
        of: mandate.tokens[at],
        signer,
        says:
          at === signers.length - 1
            ? [mandateSays(mandate)]
            : openSays(mandate.purpose, mandate.contents[at] ?? {}),
      })),
    ),
    ...plains.flatMap(({ it, signers }) =>
      signers.map((signer) => ({
        of: it,
        signer,
        says: it === bundle.order ? orderSays(it) : [receiptSays(it)],
      })),
    ),
  ])
  const said = cutToBounds(
    parts.flatMap(({ signer, says }) => says.map((text) => ({ by: signer.role, text }))),
  )
  const beyond = examineBeyond(bundle.beyond, bundle.payment, bundle.paymentReceipt)
  const terms = termsOf(beyond, bundle, parts)
  const distinct = new Map(parts.map(({ signer }) => [`${signer.role} ${signer.signedAt}`, signer]))
  return {
    signers: [...distinct.values()],
    checks: [
      ...chains
        .flatMap(({ checks }) => checks)
        .filter(({ check, holds }) => holds || !beyond.explains.has(check)),
      ...plains.flatMap(({ checks }) => checks),
      ...hashChecks(bundle),
      ...receiptChecks(bundle),
      ...constraintChecks(bundle, beyond),
      ...beyond.checks,
      ...bundle.unreadable.map((name) => fails(name, "It is not a signed token of its form.")),
      ...absentChecks(bundle),
      ...said.checks,
    ],
    statement: said.statement,
    ...(terms.length === 0 ? {} : { terms }),
  }
}

export const ap2: Verifier = {
  format: "ap2",
  open: ({ value }) => {
    if (!isMembers(value) || !names.some((name) => typeof value[name] === "string")) return null
    const bundle = read(value)
    const mandates = [bundle.checkout, bundle.payment].filter((it) => it !== null)
    return {
      needs: [...mandates.flatMap(Mandate.needs), ...plainsOf(bundle).flatMap(({ jws }) => Jws.needs(jws))],
      examine: (documents, now) => examine(bundle, documents, now),
    }
  },
}
