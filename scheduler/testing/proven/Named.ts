/** The acts that `next` of a record names in each status, as the court's own functions say it: the model asks whether a status that is reached is silent. */
import { reviewNext } from "../../../core/appeals/index.ts"
import { appealIn } from "../../../core/appeals/testing/Given.ts"
import { entries } from "../../../core/compliance/index.ts"
import { open } from "../../../core/compliance/testing/Given.ts"
import { holds } from "../../../core/holds/index.ts"
import { confirmed, instructed, named as namedHold } from "../../../core/holds/testing/Given.ts"
import { type Next, nextOf, type Reading } from "../../../core/kernel/Moves.ts"
import { matters } from "../../../core/matters/index.ts"
import { quotes } from "../../../core/quotes/index.ts"
import { buyer, having, offered, acts as quoteActs, seller } from "../../../core/quotes/testing/Given.ts"
import { start } from "../../../core/testing/Context.ts"
import { matterIn } from "../../../core/testing/Matters.ts"
import type { Named } from "./Build.ts"
import { ends, type Machine, machines, type Row, rows, statusesOf } from "./Tables.ts"

type Sample = { readonly status: string }
type Whole = Reading<Sample, string, string, string>

/** `next` by a machine. A machine has all of the reading that it is made of, of which its type shows a part. */
const by = (machine: object, record: Sample): ReadonlyArray<Next> =>
  nextOf(machine as unknown as Whole, record)

const accepted = having(offered(), [quoteActs.accept, buyer, start])
const quoteSamples = [offered(), accepted, having(accepted, [quoteActs.close, seller, start])]
const holdSamples = [namedHold(), confirmed(), instructed()]
const decided = matterIn("decided", { review: undefined } as object)
const appealStatuses = ["leave_sought", "noticed", "stated", "hearing"] as const
const unended = (machine: Machine): ReadonlyArray<string> =>
  statusesOf(machine).filter((status) => status !== "none" && !ends[machine].includes(status))

/** The acts that `next` names in each status that is not an end. Holds and quotes are records that were brought there by acts. */
export const nextIn: Readonly<Record<Machine, ReadonlyMap<string, ReadonlyArray<string>>>> = {
  quote: new Map(quoteSamples.map((quote) => [quote.status, by(quotes, quote).map(({ act }) => act)])),
  matter: new Map(
    unended("matter").map((status) => [
      status,
      by(matters, matterIn(status as Parameters<typeof matterIn>[0])).map(({ act }) => act),
    ]),
  ),
  hold: new Map(holdSamples.map((hold) => [hold.status, by(holds, hold).map(({ act }) => act)])),
  entry: new Map(
    unended("entry").map((status) => [
      status,
      by(entries, { ...open, status } as Sample).map(({ act }) => act),
    ]),
  ),
  appeal: new Map(
    appealStatuses.map((status) => [
      status,
      reviewNext(decided, appealIn(status), start)
        .slice(reviewNext(decided, null, start).length)
        .map(({ act }) => act),
    ]),
  ),
}

/** Acts that `next` of a status leaves out, each for its reason. */
const unasked: Readonly<Record<string, string>> = {
  "quote attest": "the attester is asked, who is no party (PD15 §3)",
  "quote disclose": "it is named once a delivery by hash awaits its bytes (PD14 §11)",
  "matter defence/more": "it is a defence by another name (Rule 4.3A)",
  "matter discontinue/ask": "it is a discontinuance by another name (Rule 4.8)",
  "matter tenders/admit": "it is named once there is a tender of the other side (Rule 4.10B)",
  "matter tenders/dispute": "it is named once there is a tender of the other side (Rule 4.10B)",
  "matter consent/accept": "it is named once there is an offer of the other side (Rule 4.7)",
  "matter periods": "nobody waits for a longer period (Rule 4.9)",
  "appeal abate": "nobody is asked to vacate a judgment (Rule 7.4)",
}

const offices = new Set(["court", "clock", "court above"])

/** The acts by which somebody moves a record of this status, by the table. */
const live = (machine: Machine, status: string, among: ReadonlyArray<Row>): ReadonlyArray<string> =>
  among
    .filter(
      (row) =>
        row.machine === machine && row.from.includes(status) && row.who.some((part) => !offices.has(part)),
    )
    .map(({ act }) => act)

/** The faults of `next` of a status: it names nobody, leaves out a live act, or names a dead one. */
export const faultsOf = (
  machine: Machine,
  status: string,
  acts: ReadonlyArray<string>,
  among: ReadonlyArray<Row> = rows,
): ReadonlyArray<string> => {
  const alive = live(machine, status, among)
  return [
    ...(acts.length === 0 ? ["names nobody"] : []),
    ...alive
      .filter((act) => unasked[`${machine} ${act}`] === undefined && !acts.includes(act))
      .map((act) => `does not name ${act}`),
    ...acts
      .filter((act) => !alive.includes(act))
      .map((act) => `names ${act}, which its status does not allow`),
  ]
}

/** The statuses that are not ends and whose `next` names every live act and no dead one. */
export const namedIn = (next: typeof nextIn, among: ReadonlyArray<Row> = rows): Named =>
  Object.fromEntries(
    machines.map((machine) => [
      machine,
      [...next[machine]].flatMap(([status, acts]) =>
        faultsOf(machine, status, acts, among).length === 0 ? [status] : [],
      ),
    ]),
  ) as unknown as Named

export const named: Named = namedIn(nextIn)
