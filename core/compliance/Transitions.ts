/**
 * The legal moves of a compliance entry (PD11), as one table. `Apply.ts` moves entries by it, `next` and the state diagram
 * are read from it, and its tests walk it.
 */
import { Record } from "effect"
import type { RefusalCode } from "../Refusal.ts"
import type { SectionId } from "../rulebook/Section.ts"
import type { EntryStatus } from "./Entry.ts"

/** Who may move an entry. `court` is the effect of a judgment, an appeal, a hold or a chain reading; `clock` the passing of time. */
export type Who = "bound" | "favoured" | "registrar" | "court" | "clock"

export interface Move {
  /** `none`: before the entry exists. */
  readonly from: ReadonlyArray<EntryStatus | "none">
  /** `same`: unchanged. `found`: as the Registrar decides. */
  readonly to: EntryStatus | "same" | "found"
  /** The window that opens. `kept`: unchanged. `fresh`: the running one anew, from now. `closed`: none runs any more. */
  readonly window: "performance" | "dispute" | "notice" | "kept" | "fresh" | "closed"
  /**
   * What happens to the adjustments. `timely`: +1 where performed within the time fixed. `missed`: −3.
   * `found`: exactly what the status found carries stays. `reversed`: nothing stays. `none`: they stay as they are.
   */
  readonly credit: "timely" | "missed" | "found" | "reversed" | "none"
  /** When it takes effect: at the commit, or at the instant at which the window closed. */
  readonly at: "now" | "close"
  /** The event in the journal: `compliance.<event>`. */
  readonly event: string
  /** The parties on whom a notice is served. */
  readonly serves: ReadonlyArray<"bound" | "favoured" | "other">
  readonly sections: readonly [SectionId, ...SectionId[]]
}

export interface Act {
  readonly who: readonly [Who, ...Who[]]
  /** The refusal of anybody else. */
  readonly stranger: RefusalCode
  readonly moves: readonly [Move, ...Move[]]
  /** The refusal from a status that no move leaves from, where it is not `entry_state`. */
  readonly refuses: { readonly [Status in EntryStatus]?: RefusalCode }
}

type Options = Partial<Pick<Move, "window" | "credit" | "at">>
const move = (
  from: Move["from"],
  to: Move["to"],
  event: string,
  serves: Move["serves"],
  sections: Move["sections"],
  { window = "closed", credit = "none", at = "now" }: Options = {},
): Move => ({ from, to, event, serves, sections, window, credit, at })
const act = (
  who: Act["who"],
  stranger: RefusalCode,
  moves: Act["moves"],
  refuses: Act["refuses"] = {},
): Act => ({ who, stranger, moves, refuses })

const live = ["open", "attested", "notified", "satisfied", "unsatisfied", "disputed", "pending"] as const
const undisputed = live.filter((status) => status !== "disputed")
const unmet = live.filter((status) => status !== "disputed" && status !== "satisfied")
const both = ["bound", "favoured"] as const

export const transitions = {
  open: act(["court"], "judge_only", [
    move(["none"], "open", "opened", [], ["PD11 §2"], { window: "performance" }),
  ]),
  attest: act(["bound"], "not_bound", [
    move(["open", "notified"], "attested", "attested", ["favoured"], ["PD11 §3"], { window: "dispute" }),
  ]),
  confirm: act(["favoured"], "not_favoured", [
    move(["open", "notified", "attested"], "satisfied", "confirmed", ["bound"], ["PD11 §3", "PD11 §10"], {
      credit: "timely",
    }),
  ]),
  prove: act(["court"], "registrar_only", [
    // Notified or attested: where the entry was open, within its time, as the block was made (see `objection` of Step.ts).
    move(["open", "notified", "attested"], "satisfied", "proved", both, ["PD11 §11", "PD11 §10"], {
      credit: "timely",
    }),
  ]),
  address: act(["favoured"], "not_favoured", [
    move(live, "same", "addressed", ["bound"], ["PD11 §11"], { window: "kept" }),
  ]),
  pass: act(["clock"], "registrar_only", [
    move(["open"], "notified", "notified", ["bound"], ["PD11 §4"], { window: "notice" }),
    move(["attested"], "satisfied", "satisfied", both, ["PD11 §3", "PD11 §10"], {
      credit: "timely",
      at: "close",
    }),
    move(["notified"], "unsatisfied", "unsatisfied", both, ["PD11 §4", "PD11 §10"], {
      credit: "missed",
      at: "close",
    }),
  ]),
  dispute: act(
    ["bound", "favoured"],
    "not_a_party",
    [move(undisputed, "disputed", "disputed", ["other"], ["PD11 §5"])],
    { disputed: "already_disputed" },
  ),
  decide: act(["registrar"], "registrar_only", [
    move(live, "found", "decided", both, ["PD11 §6", "PD11 §10"], { credit: "found" }),
  ]),
  suspend: act(["court"], "registrar_only", [
    move(live, "same", "suspended", both, ["PD11 §7"], { window: "kept" }),
  ]),
  resume: act(["court"], "registrar_only", [
    move(live, "same", "resumed", both, ["PD11 §7"], { window: "fresh" }),
  ]),
  supersede: act(["court"], "registrar_only", [
    move(live, "superseded", "superseded", both, ["PD11 §8", "PD11 §10"], { credit: "reversed" }),
  ]),
  meet: act(["court"], "registrar_only", [move(unmet, "satisfied", "met", both, ["PD11 §12"])]),
} as const satisfies { readonly [act: string]: Act }

export type ActName = keyof typeof transitions
export const actNames = Object.keys(transitions) as ReadonlyArray<ActName>

type Row = { readonly [Status in EntryStatus]: Move | undefined }
const rowOf = ({ moves }: Act): Row => {
  const from = (status: EntryStatus) => moves.find((move) => move.from.includes(status))
  return {
    open: from("open"),
    attested: from("attested"),
    notified: from("notified"),
    satisfied: from("satisfied"),
    unsatisfied: from("unsatisfied"),
    disputed: from("disputed"),
    pending: from("pending"),
    superseded: from("superseded"),
  }
}
const rows: { readonly [Name in ActName]: Row } = Record.map(transitions, rowOf)

/** The move that an act makes from a status; undefined where it is refused. */
export const moveFrom = (name: ActName, status: EntryStatus): Move | undefined => rows[name][status]
