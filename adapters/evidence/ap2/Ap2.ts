/** Mandates and receipts of AP2 v0.2, as its specification says that they are verified in a dispute. */
import { toJson } from "../Digits.ts"
import * as Jws from "../Jws.ts"
import { isMembers, listOf, type Members, membersOf, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  bounded,
  type Check,
  checkOf,
  clock,
  type Documents,
  type ExaminedSigner,
  fails,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, moneyOf, quote, shown, timeOf } from "../Words.ts"
import { evaluate } from "./Constraints.ts"
import * as Mandate from "./Mandate.ts"
import { settled } from "./Settled.ts"

type Purpose = Mandate.Purpose

const names = ["checkoutMandate", "paymentMandate", "checkoutReceipt", "paymentReceipt"] as const

/** A token that one party signed, such as a receipt or the merchant's checkout. */
interface Plain {
  readonly what: string
  readonly role: string
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
  readonly unreadable: ReadonlyArray<string>
  readonly absent: ReadonlyArray<(typeof names)[number]>
}

const plain = (what: string, role: string, text: string | undefined): Plain | null => {
  const jws = Jws.parse(text?.trim() ?? "")
  const says = parseMembers(jws?.payload ?? "")
  return jws === null || says === undefined ? null : { what, role, jws, says }
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
    checks: [...checks, ...clock(says.iat, now)].map((it) => ({ ...it, check: `${what}: ${it.check}` })),
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

const constraintChecks = ({ checkout, payment, order }: Bundle): ReadonlyArray<Check> => {
  const openToken = checkout !== null && checkout.tokens.length > 1 ? checkout.tokens[0] : undefined
  const contents = {
    checkout: order?.says ?? null,
    payment: payment?.closed ?? null,
    openCheckout: openToken === undefined ? null : openToken.hash(openToken.text),
  }
  return [checkout, payment].flatMap((mandate) =>
    (mandate?.contents.slice(0, -1) ?? []).flatMap((open) => [
      ...evaluate(open, contents),
      ...settled(open, mandate?.closed ?? {}),
    ]),
  )
}

const merchantOf = (merchant: Members | undefined): string =>
  merchant === undefined ? "nobody who is named" : shown(merchant.name ?? merchant.id ?? null)

const itemsOf = (says: Members): ReadonlyArray<string> =>
  listOf(says, "line_items")
    .filter(isMembers)
    .map((line) => {
      const item = membersOf(line, "item") ?? {}
      return `Checkout: ${shown(line.quantity ?? null)} of ${quote(textOf(item, "title") ?? textOf(item, "id") ?? "")}.`
    })

const totalOf = (says: Members): string => {
  const total = listOf(says, "totals")
    .filter(isMembers)
    .find(({ type }) => type === "total")
  return total === undefined ? "no total" : moneyOf(total.amount, says.currency)
}

const orderSays = ({ says }: Plain): ReadonlyArray<string> => [
  `Checkout: ${shown(says.id ?? says.order_id ?? null)} at ${merchantOf(membersOf(says, "merchant"))}, for ${totalOf(says)}.`,
  ...itemsOf(says),
]

const mandateSays = ({ purpose, closed }: Mandate.Mandate): string => {
  if (purpose === "checkout")
    return `Checkout mandate: it accepts the checkout ${shown(closed.checkout_hash ?? null)}.`
  const { amount, currency } = membersOf(closed, "payment_amount") ?? {}
  const by = membersOf(closed, "payment_instrument")?.type ?? null
  return `Payment mandate: ${moneyOf(amount, currency)} to ${merchantOf(membersOf(closed, "payee"))} by ${shown(by)}, for the checkout ${shown(closed.transaction_id ?? null)}.`
}

const openSays = (purpose: Purpose, open: Members): ReadonlyArray<string> =>
  listOf(open, "constraints").map((it) => `Open ${purpose} mandate: the constraint is ${quote(toJson(it))}.`)

const receiptSays = ({ what, says }: Plain): string => {
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  const about = ["order_id", "payment_id", "error", "error_description"]
    .filter((name) => says[name] !== undefined)
    .map((name) => `, ${name} ${shown(says[name])}`)
  return `${title}: status ${shown(says.status ?? null)}${about.join("")}, by ${shown(says.iss ?? null)} at ${timeOf(says.iat)}.`
}

interface Part {
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

const examine = (bundle: Bundle, documents: Documents, now: number) => {
  const mandates = [bundle.checkout, bundle.payment].filter((it) => it !== null)
  const chains = mandates.map((mandate) => ({ mandate, ...Mandate.examine(mandate, documents, now) }))
  const plains = plainsOf(bundle).map((it) => ({ it, ...examinePlain(it, documents, now) }))
  const parts = apart([
    ...chains.flatMap(({ mandate, signers }) =>
      signers.map((signer, at) => ({
        signer,
        says:
          at === signers.length - 1
            ? [mandateSays(mandate)]
            : openSays(mandate.purpose, mandate.contents[at] ?? {}),
      })),
    ),
    ...plains.flatMap(({ it, signers }) =>
      signers.map((signer) => ({ signer, says: it === bundle.order ? orderSays(it) : [receiptSays(it)] })),
    ),
  ])
  const said = bounded(parts.flatMap(({ signer, says }) => says.map((text) => ({ by: signer.role, text }))))
  const distinct = new Map(parts.map(({ signer }) => [`${signer.role} ${signer.signedAt}`, signer]))
  return {
    signers: [...distinct.values()],
    checks: [
      ...chains.flatMap(({ checks }) => checks),
      ...plains.flatMap(({ checks }) => checks),
      ...hashChecks(bundle),
      ...receiptChecks(bundle),
      ...constraintChecks(bundle),
      ...bundle.unreadable.map((name) => fails(name, "It is not a signed token of its form.")),
      ...absentChecks(bundle),
      ...said.checks,
    ],
    statement: said.statement,
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
