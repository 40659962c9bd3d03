/** The records of judges computed again from the public journal alone, with the places where it contradicts itself about them. */
import { Option, Schema } from "effect"
import { Appeal } from "../appeals/index.ts"
import { Judge } from "../bench/index.ts"
import { Judges } from "../judgments/index.ts"
import { type PublicItem, textIn } from "../kernel/Journal.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { type AppealCount, type CountedVersion, countOf, type JudgeView, judgeView } from "./JudgeRecord.ts"

/** The judges of a journal with their counts, each version by its id. */
export interface ReplayedJudges {
  readonly versions: ReadonlyMap<string, CountedVersion>
  /** Events without the shape of one, and attempts at a draft before which the journal leaves some out. */
  readonly faults: ReadonlyArray<string>
}

interface Version extends Judges.Name {
  readonly since: Instant
  readonly counts: Map<Judges.CountName | AppealCount, number>
}

interface MatterSoFar {
  status: string
  reservedAt: Instant | null
  /** The judge whose draft waits for the bench, by its id. */
  waiting: string | null
  /** The last attempt of each judge that was told, by the judge's id. */
  readonly attempts: Map<string, number>
}

const attempt = Schema.Int
const decodeDrafted = Schema.decodeUnknownOption(
  Schema.Struct({ ...Judges.Name.fields, attempt, repaired: Schema.Boolean, left: Schema.Boolean }),
)
const decodeFailed = Schema.decodeUnknownOption(
  Schema.Struct({ ...Judges.Name.fields, attempt, why: Judges.DraftFailure }),
)
const decodeLeft = Schema.decodeUnknownOption(Judges.Name)
const decodeDelivered = Schema.decodeUnknownOption(
  Schema.Struct({
    citation: Schema.String,
    matterId: Schema.String,
    judge: Schema.optional(Judges.Name),
  }),
)
const decodeAppeal = Schema.decodeUnknownOption(
  Schema.Struct({
    id: Schema.String,
    below: Schema.String,
    status: Appeal.Status,
    outcome: Schema.NullOr(Judge.Outcome),
  }),
)

/** Folds the items of a whole journal, in their order, into the records of judges. Other items are passed over. */
export const replayJudges = (items: Iterable<PublicItem>): ReplayedJudges => {
  const versions = new Map<string, Version>()
  const faults: Array<string> = []
  const matters = new Map<string, MatterSoFar>()
  const drafters = new Map<string, Version>()
  const appeals = new Map<string, { readonly by: Version; readonly count: AppealCount }>()

  const fault = ({ type, subject, at }: PublicItem, what: string) =>
    faults.push(`${type} of ${subject} at ${format(at)}: ${what}`)
  const count = ({ counts }: Version, name: Judges.CountName | AppealCount) =>
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const know = ({ judge, version }: Judges.Name, since: Instant): Version => {
    const id = Judges.idOf({ judge, version })
    const known = versions.get(id) ?? { judge, version, since, counts: new Map() }
    versions.set(id, known)
    return known
  }
  const matterOf = (id: string): MatterSoFar => {
    const known = matters.get(id) ?? { status: "", reservedAt: null, waiting: null, attempts: new Map() }
    matters.set(id, known)
    return known
  }
  const matterNamedBy = ({ subject }: PublicItem): MatterSoFar =>
    matterOf(subject.slice(Matter.subjectOf("").length))

  /** An attempt is the first of a new request for a draft, or follows the one before it. */
  const takeAttempt = (
    item: PublicItem,
    { judge, version, attempt }: Judges.Name & { attempt: number },
  ): Version => {
    const { attempts } = matterNamedBy(item)
    const id = Judges.idOf({ judge, version })
    const last = attempts.get(id) ?? 0
    if (attempt !== 1 && attempt !== last + 1) fault(item, `attempt ${attempt} follows attempt ${last}`)
    attempts.set(id, attempt)
    return know({ judge, version }, item.at)
  }

  const takeDraft = (item: PublicItem): boolean =>
    Option.exists(decodeDrafted(item.data), (told) => {
      const by = takeAttempt(item, told)
      count(by, "drafted")
      if (told.repaired) count(by, "repaired")
      if (told.left) count(by, "left")
      matterNamedBy(item).waiting = Judges.idOf(told)
      return true
    })

  const takeFailure = (item: PublicItem): boolean =>
    Option.exists(decodeFailed(item.data), (told) => {
      count(takeAttempt(item, told), `failed/${told.why}`)
      return true
    })

  const takeLeave = ({ data, at }: PublicItem): boolean =>
    Option.exists(decodeLeft(data), (told) => {
      count(know(told, at), "left")
      return true
    })

  /** A judgment at first instance is decided in the time since the matter was reserved. */
  const takeDecision = (by: Version, { reservedAt, waiting }: MatterSoFar, at: Instant): boolean => {
    if (reservedAt === null) return false
    count(by, `decided/${Judges.spanOf(at - reservedAt)}`)
    const replaced = waiting === null || waiting === Judges.idOf(by) ? undefined : versions.get(waiting)
    if (replaced !== undefined) count(replaced, "replaced")
    return true
  }

  const takeDelivery = ({ data, at }: PublicItem): boolean =>
    Option.exists(decodeDelivered(data), ({ citation, matterId, judge }) => {
      // A judgment by consent, one on appeal, and one from before judges were recorded have no judge.
      if (judge === undefined) return true
      const by = know(judge, at)
      drafters.set(citation, by)
      return takeDecision(by, matterOf(matterId), at)
    })

  const onAppeal = ({ data }: PublicItem): boolean =>
    Option.exists(decodeAppeal(data), ({ id, below, ...stands }) => {
      const by = drafters.get(below)
      if (by !== undefined) appeals.set(id, { by, count: countOf(stands) })
      return true
    })

  const takeMove = (item: PublicItem): boolean => {
    const matter = matterNamedBy(item)
    const status = textIn(item.data, "status")
    if (status === "reserved" && matter.status !== status) {
      matter.reservedAt = item.at
      matter.waiting = null
    }
    matter.status = status
    return true
  }

  const takeSettingAside = ({ data }: PublicItem): boolean => {
    const by = drafters.get(textIn(data, "citation"))
    if (by !== undefined) count(by, "vacated")
    return true
  }

  const readers: { readonly [type: string]: (item: PublicItem) => boolean } = {
    "judge.drafted": takeDraft,
    "judge.failed": takeFailure,
    "judge.left": takeLeave,
    "judgment.delivered": takeDelivery,
    "judgment.vacated": takeSettingAside,
  }
  const areas: { readonly [area: string]: (item: PublicItem) => boolean } = {
    appeal: onAppeal,
    matter: takeMove,
  }
  for (const item of items) {
    const read = readers[item.type] ?? areas[item.type.slice(0, item.type.indexOf("."))]
    if (read?.(item) === false) fault(item, "it has not the shape of such an event")
  }
  for (const appeal of appeals.values()) count(appeal.by, appeal.count)
  const counted = [...versions].map(
    ([id, { since, ...version }]) => [id, { ...version, since: format(since) }] as const,
  )
  return { versions: new Map(counted), faults }
}

/** The record of each kind of judge that the journal tells of, as `GET /judges` gives it. */
export const replayedJudges = ({ versions }: ReplayedJudges): ReadonlyArray<JudgeView> =>
  Judges.JudgeKind.literals.flatMap((judge) => {
    const own = [...versions.values()]
      .filter((version) => version.judge === judge)
      .toSorted((a, b) => b.since.localeCompare(a.since) || Judges.idOf(a).localeCompare(Judges.idOf(b)))
    return own.length === 0 ? [] : [judgeView(judge, own)]
  })
