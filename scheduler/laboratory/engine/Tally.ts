/** The counts of a run so far, and the measures that are made from them. */
import { Standing } from "../../../core/agents/index.ts"
import type { Reputation } from "../../../core/compliance/index.ts"
import { type Agents, labels } from "./Agents.ts"
import type { SampledName } from "./Measure.ts"
import type { Sample } from "./Result.ts"
import type { Seats } from "./Seats.ts"

export class Tally {
  /** Dealings and everything that `simulate` reports: claims, judgments, performances, acts, passings, refusals. */
  events = 0
  turns = 0
  dealings = 0
  shunned = 0
  matters = 0
  claimsRefused = 0
  dismissed = 0
  appeals = 0
  refused = 0
  opened = 0
  lostCents = 0
  claimedCents = 0
  orderedCents = 0
  recoveredCents = 0
  namesTaken = 0
  namesRefused = 0
  operatorsLeft = 0
  readonly statuses = Object.fromEntries(Standing.EntryStatus.literals.map((status) => [status, 0])) as {
    [S in Standing.EntryStatus]: number
  }
}

export const share = (part: number, whole: number): number => (whole === 0 ? Number.NaN : part / whole)

const lowest = (agents: Agents, seats: Seats | undefined): number => {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < agents.count; i++)
    if (seats?.hasEntered(i) ?? true) least = Math.min(least, agents.reputationOf(i))
  return least === Number.POSITIVE_INFINITY ? Number.NaN : least
}

const countLabelled = (agents: Agents, label: Reputation.Label): number =>
  agents.labelled[labels.indexOf(label)] ?? 0

const readings: {
  readonly [M in SampledName]: (tally: Tally, agents: Agents, seats: Seats | undefined) => number
} = {
  agentsGood: (_, agents) => countLabelled(agents, "good"),
  agentsQualified: (_, agents) => countLabelled(agents, "qualified"),
  agentsInDefault: (_, agents) => countLabelled(agents, "in default"),
  agentsNoRecord: (_, agents) => countLabelled(agents, "no record"),
  entriesOpen: ({ statuses }) => statuses.open,
  entriesAttested: ({ statuses }) => statuses.attested,
  entriesNotified: ({ statuses }) => statuses.notified,
  entriesSatisfied: ({ statuses }) => statuses.satisfied,
  entriesUnsatisfied: ({ statuses }) => statuses.unsatisfied,
  entriesDisputed: ({ statuses }) => statuses.disputed,
  entriesPending: ({ statuses }) => statuses.pending,
  entriesSuperseded: ({ statuses }) => statuses.superseded,
  entriesOpened: ({ opened }) => opened,
  dealings: ({ dealings }) => dealings,
  shunned: ({ shunned }) => shunned,
  matters: ({ matters }) => matters,
  claimsRefused: ({ claimsRefused }) => claimsRefused,
  dismissed: ({ dismissed }) => dismissed,
  appeals: ({ appeals }) => appeals,
  refused: ({ refused }) => refused,
  defaultRate: ({ statuses }) => share(statuses.unsatisfied, statuses.satisfied + statuses.unsatisfied),
  reputationMean: (_, { reputationSum, enrolled }) => reputationSum / enrolled,
  reputationMin: (_, agents, seats) => lowest(agents, seats),
  lostCents: ({ lostCents }) => lostCents,
  claimedCents: ({ claimedCents }) => claimedCents,
  orderedCents: ({ orderedCents }) => orderedCents,
  recoveredCents: ({ recoveredCents }) => recoveredCents,
  recoveredShare: ({ recoveredCents, orderedCents }) => share(recoveredCents, orderedCents),
  namesTaken: ({ namesTaken }) => namesTaken,
  namesRefused: ({ namesRefused }) => namesRefused,
  operatorsLeft: ({ operatorsLeft }) => operatorsLeft,
  dealersInDefault: (_, agents, seats) => seats?.shareInDefault(agents) ?? Number.NaN,
  mattersPending: ({ matters, dismissed, opened }) => matters - dismissed - opened,
}

type Sum = "lostCents" | "claimedCents" | "orderedCents" | "recoveredCents"

/** The ratios of what was lost, claimed, ordered and paid, from the sums at the horizon. */
export const ratiosOf = ({
  lostCents = 0,
  claimedCents = 0,
  orderedCents = 0,
  recoveredCents = 0,
}: Readonly<Partial<Record<Sum, number>>>) => ({
  claimedShare: share(claimedCents, lostCents),
  orderedShare: share(orderedCents, claimedCents),
  compensatedShare: share(recoveredCents, lostCents),
})

interface Measured {
  readonly tally: Tally
  readonly agents: Agents
  readonly seats: Seats | undefined
}

export const sampleTally = (
  { tally, agents, seats }: Measured,
  atHours: number,
  wanted: ReadonlyArray<SampledName>,
): Sample => ({
  atHours,
  values: Object.fromEntries(wanted.map((name) => [name, readings[name](tally, agents, seats)])),
})
