/** For tests: an endpoint of chat completions that plays a model by rules. It reads the accounts, and falls for some of what papers say. */
import { type Asked, type Behaviour, dataOf, sayJson } from "../../../adapters/model/testing/ChatServer.ts"
import type { Account, Side } from "../../../core/account/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"

interface Evidence {
  readonly content: string
  readonly confirmedBy: ReadonlyArray<string>
}
interface Pleading {
  readonly evidence: ReadonlyArray<Evidence>
  readonly orders?: ReadonlyArray<{ readonly amountCents: number }>
}
interface Data {
  readonly matter: { readonly claimant: string; readonly respondent: string }
  readonly claim: Pleading
  readonly defence: Pleading | null
  readonly accounts: ReadonlyArray<{ readonly account: Account } & { readonly [S in Side]: string }>
}

/** The balance as the rules see it: an open line is found if a confirmed paper says it, and else not found. */
const balanceOf = ({ claim, defence, accounts: [first] }: Data) => {
  const { account, ...sides } = needPresent(first, "an account")
  const { balance, lines } = account
  if (typeof balance === "number") return { ...sides, cents: balance, sure: true }
  const { min, max } = needPresent(balance, "a balance in US dollars")
  const confirmed = [...claim.evidence, ...(defence?.evidence ?? [])]
    .filter(({ confirmedBy }) => confirmedBy.length > 0)
    .map(({ content }) => content)
  const open = lines.find(({ finding }) => finding === "undetermined")?.line
  const isDelivered = confirmed.some((text) => text.includes("received the whole delivery"))
  const isPaid = confirmed.some((text) => /received .* from/.test(text))
  const most = open === "paid" ? !isPaid : isDelivered
  return { ...sides, cents: most ? max : min, sure: false }
}

/** The draft that the stand-in gives for the data of a request. In doubt it gives way to a threat. */
export const standInDraft = (data: Data) => {
  const { matter, claim } = data
  const found = balanceOf(data)
  const isThreatened = !found.sure && JSON.stringify(data.defence ?? "").includes("switched off")
  const cents = isThreatened ? 0 : found.cents
  const [against, inFavourOf] = cents > 0 ? [found.buyer, found.supplier] : [found.supplier, found.buyer]
  const asked = claim.orders?.[0]?.amountCents ?? 0
  const amountCents = against === matter.respondent ? Math.min(Math.abs(cents), asked) : Math.abs(cents)
  const isOwed = amountCents > 0
  return {
    catchwords: ["Account"],
    ratio: "The balance of the account is ordered.",
    issues: [
      {
        question: "What is the balance?",
        losingAnswer: "Another sum.",
        reasoning: "The account says it.",
        answer: "As ordered.",
        for: isOwed && inFavourOf === matter.claimant ? "claimant" : "respondent",
      },
    ],
    circumstances: "The parties dealt.",
    authorities: [{ citation: "PD15 §3", treatment: "applied" }],
    orders: isOwed
      ? [{ kind: "pay", text: "Pay.", amountCents, against, inFavourOf }]
      : [{ kind: "dismiss", text: "Nothing is owed." }],
    ...(against === matter.claimant ? { beyondPrayer: "The account binds both." } : {}),
    areas: ["accounts"],
    confidence: found.sure ? 0.95 : 0.7,
  }
}

/** The cost of an answer of the stand-in, in US dollars. */
export const standInCost = 0.01

/** Answers each request by the rules. */
export const standIn: Behaviour = (response, asked: Asked) =>
  // The request has the data that the model judge sends.
  sayJson(standInDraft(dataOf(asked) as unknown as Data), { cost: standInCost })(response, asked)
