/**
 * The findings that a judge hands in on the lines that an account leaves undetermined, each with its records, and the draft that the Court
 * makes of them. The judge says what is so. The sums and the orders remain the account's (PD15 §11B).
 */
import { Either, Schema } from "effect"
import {
  Deal,
  type FoundLine,
  foundLines,
  type LineFinding,
  openLines,
  type RecordRef,
} from "../account/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { type Fault, type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { argues, respondentSays } from "./AccountWords.ts"
import type { Deals, JudgedDeal } from "./Determined.ts"
import type { Draft } from "./Judge.ts"
import { type JudgedBundle, judgeDeal } from "./Judged.ts"
import { draftByAccounts } from "./OnAccounts.ts"

/** PD15 §11C: which findings the Court refuses, and that the refusal says which. */
export const recordsOfAFinding = enforced(
  "PD15 §11C",
  "Records of a finding",
  () =>
    "A finding is refused if the account determines its line, or if the balance does not depend on that line. Findings are refused too if they find a line twice or leave one out, or if one names a record or an exhibit that the matter does not have. The pleading of a party proves nothing for that party: no finding rests on the pleadings of the side that it favours alone. The refusal says which finding is wrong.",
)

const RecordName = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.citationCharsMax))

/** The finding of a judge on one line: whether it is held, by which records or exhibits, and why (PD15 §11B). */
export const JudgeFinding = Schema.Struct({
  line: Schema.Literal(...foundLines),
  held: Schema.Boolean,
  by: Schema.Array(RecordName).pipe(Schema.maxItems(bounds.findingRecordsMax)),
  reasons: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.findingReasonsCharsMax)),
}).annotations({ identifier: "JudgeFinding" })
/** The finding of a judge on one line. */
export type JudgeFinding = typeof JudgeFinding.Type

const findingsSchema = Schema.Struct({
  findings: Schema.Array(JudgeFinding).pipe(Schema.minItems(1), Schema.maxItems(foundLines.length)),
  costCents: Schema.NullOr(Schema.NonNegativeInt),
}).annotations({ identifier: "Findings" })
/** The findings of a Judge on the bench, in place of a draft: the Court makes the orders by the account (PD15 §11B). */
export interface Findings extends Schema.Schema.Type<typeof findingsSchema> {}
export const Findings: Schema.Schema<Findings, typeof findingsSchema.Encoded> = findingsSchema

/** The findings that a judge is to make: the deal, and its lines on which the balance is open; null if no line of an account is. */
export interface Wanted {
  readonly deal: JudgedDeal
  readonly lines: ReadonlyArray<FoundLine>
}

/** The question to a judge after the papers; null if the accounts of the matter leave no line open. */
export const findingsWanted = rule(["PD15 §11B"], ({ deals }: Pick<JudgedBundle, "deals">): Wanted | null => {
  const deal = deals?.quote ?? null
  if (deal === null) return null
  const lines = openLines(deal.account)
  return lines.length === 0 ? null : { deal, lines }
})

/** A record or an exhibit by the name under which a finding cites it. `of` is the party that pleaded it; null for all but pleadings. */
interface NamedRecord {
  readonly name: string
  readonly ref: RecordRef
  readonly of: string | null
}

/**
 * All that a finding may name: the records of the account by their ids, each paper as `claim`, `defence` or `reply`, and each piece of
 * evidence by its place in its paper, such as `claim/1`. The names are the Court's, so that no party can forge one.
 */
export const recordsOf = rule(
  ["PD15 §11C"],
  (bundle: JudgedBundle, deal: JudgedDeal): ReadonlyArray<NamedRecord> => {
    const { matter, claim, defence, reply, questions } = bundle
    const papers = [
      { name: "claim", pleading: claim, paper: matter.claim, of: matter.claimant.handle },
      { name: "defence", pleading: defence, paper: matter.defence, of: matter.respondent.handle },
      { name: "reply", pleading: reply, paper: matter.reply, of: matter.claimant.handle },
    ]
    const exhibits = (name: string, evidence: ReadonlyArray<{ readonly sha256: string }>) =>
      evidence.map(
        ({ sha256 }, i): NamedRecord => ({
          name: `${name}/${i + 1}`,
          ref: { record: "exhibit", id: sha256 },
          of: null,
        }),
      )
    const refs = deal.account.lines.flatMap(({ by }) => by)
    const ids = new Map(refs.map((ref) => [ref.id, ref]))
    return [
      ...[...ids.values()].map((ref): NamedRecord => ({ name: ref.id, ref, of: null })),
      ...papers.flatMap(({ name, pleading, paper, of }) =>
        pleading === null || paper === null
          ? []
          : [
              { name, ref: { record: "exhibit" as const, id: paper.bodySha256 }, of },
              ...exhibits(name, pleading.evidence),
            ],
      ),
      ...questions.flatMap(({ n, evidence }) => exhibits(`answer/${n}`, evidence)),
    ]
  },
)

/** The side that a finding favours: payments that are held speak for the buyer, any other line for the supplier. */
const favours = ({ line, held }: Pick<JudgeFinding, "line" | "held">): Deal.Side => {
  const side: Deal.Side = line === "paid" ? "buyer" : "supplier"
  return held ? side : Deal.otherSide(side)
}

const isPayment = (line: FoundLine): boolean => line === "paid" || line === "refunded"

/** The faults of one finding among the others, each at its place. */
const faultsOf = (
  finding: JudgeFinding,
  i: number,
  { deal, lines }: Wanted,
  named: ReadonlyMap<string, NamedRecord>,
  all: ReadonlyArray<JudgeFinding>,
): ReadonlyArray<Fault> => {
  const { line, held, by, reasons } = finding
  const at = (member: string, message: string): Fault => ({ path: `findings.${i}.${member}`, message })
  const known = by.flatMap((name) => named.get(name) ?? [])
  const own = deal.sides[favours(finding)]
  const isOwnWord = known.length > 0 && known.every(({ of }) => of === own)
  const counts = known.some(({ ref }) => ref.record === "dealing")
  return [
    ...(lines.includes(line)
      ? []
      : [at("line", `the account leaves no finding on ${line} open; find ${lines.join(", ")}`)]),
    ...(all.findIndex((one) => one.line === line) < i ? [at("line", `${line} is found already`)] : []),
    ...by.flatMap((name, k) =>
      named.has(name)
        ? []
        : [at(`by.${k}`, "names no record or exhibit of this matter; name one of `records` by its name")],
    ),
    ...(held && by.length === 0 ? [at("by", "a line that is held names the record that shows it")] : []),
    ...(held && by.length > 0 && isPayment(line) && !counts
      ? [at("by", `name the entries that count as ${line}, by their ids`)]
      : []),
    ...(isOwnWord ? [at("by", `the pleadings of ${own} prove nothing for it; name another record`)] : []),
    ...(reasons.trim() === "" ? [at("reasons", "say why")] : []),
  ]
}

/** The faults of findings, each with the place of its finding; empty if the Court takes them (PD15 §11C). */
export const findingFaults = rule(
  ["PD15 §11C"],
  (bundle: JudgedBundle, wanted: Wanted, findings: ReadonlyArray<JudgeFinding>): ReadonlyArray<Fault> => {
    const named = new Map(recordsOf(bundle, wanted.deal).map((one) => [one.name, one]))
    const left = wanted.lines.filter((line) => !findings.some((one) => one.line === line))
    return [
      ...findings.flatMap((finding, i) => faultsOf(finding, i, wanted, named, findings)),
      ...left.map(
        (line): Fault => ({ path: "findings", message: `no finding is on ${line}, which is open` }),
      ),
    ]
  },
)

const questions: { readonly [L in FoundLine]: string } = {
  metered: "Do the units of the higher reading of the meter count?",
  delivered: "Was the delivery made?",
  conforming: "Does the delivery conform to what was agreed?",
  paid: "Were the payments made that a chain which the Court does not read would show?",
  refunded: "Were the refunds made that a chain which the Court does not read would show?",
}

/** The question that a judgment answers by its finding on a line of the account. */
export const questionOn = (line: FoundLine): string => questions[line]

const issueOf = (
  bundle: JudgedBundle,
  { sides }: JudgedDeal,
  finding: JudgeFinding,
): Draft["issues"][number] => {
  const { line, held, by, reasons } = finding
  const isForClaimant = sides[favours(finding)] === bundle.matter.claimant.handle
  const records = by.length === 0 ? "no record shows it" : `by ${by.join(", ")}`
  return {
    question: questionOn(line),
    losingAnswer: isForClaimant ? respondentSays(bundle) : argues(bundle.claim.argument),
    reasoning: reasons,
    answer: held
      ? `Held, ${records}.`
      : `Not held: ${by.length === 0 ? records : `the judge weighed ${by.join(", ")}`}.`,
    for: isForClaimant ? "claimant" : "respondent",
  }
}

/** The accounts of the matter with the findings of a judge, which have no faults. */
export const dealsFound = rule(
  ["PD15 §11B"],
  (bundle: JudgedBundle, deals: Deals, wanted: Wanted, findings: ReadonlyArray<JudgeFinding>): Deals => {
    const named = new Map(recordsOf(bundle, wanted.deal).map((one) => [one.name, one.ref]))
    const found = findings.map(
      ({ line, held, by }): LineFinding => ({
        line,
        held,
        by: by.map((name) => needPresent(named.get(name), "a record that a finding names")),
      }),
    )
    const { facts, sides, terms, account } = wanted.deal
    return { ...deals, quote: judgeDeal(facts, sides, account.asOf, terms, found) }
  },
)

/**
 * The draft that the Court makes of findings without faults: its orders are those of the account with the findings. `judge` is a sentence
 * that says what judge made them.
 */
export const draftOnFindings = rule(
  ["PD15 §11B"],
  (bundle: JudgedBundle, wanted: Wanted, findings: ReadonlyArray<JudgeFinding>, judge: string): Draft => {
    const deals = needPresent(bundle.deals, "the deals of a matter with open lines")
    const found = dealsFound(bundle, deals, wanted, findings)
    const draft = draftByAccounts(bundle, found, judge)
    return {
      ...draft,
      issues: [...findings.map((one) => issueOf(bundle, wanted.deal, one)), ...draft.issues],
    }
  },
)

/** The draft that findings of a Judge on the bench come to; refused `findings_refused`, with the place of each finding that is wrong. */
export const draftOfFindings = rule(
  ["PD15 §11B", "PD15 §11C"],
  (bundle: JudgedBundle, { findings, costCents }: Findings): Either.Either<Draft, Refusal> => {
    const wanted = findingsWanted(bundle)
    if (wanted === null) return Either.left(refusal("findings_refused", { wanted: "none" }))
    const faults = findingFaults(bundle, wanted, findings)
    if (faults.length > 0)
      return Either.left(refusal("findings_refused", { wanted: wanted.lines.join(", ") }, faults))
    const judge = "A Judge found the lines that the account left undetermined; the account computes the sum."
    return Either.right({ ...draftOnFindings(bundle, wanted, findings, judge), costCents })
  },
)
