/** `agent-court replay`: makes every move again from the public journal, and compares the registers with the served ones. */
import { registersAt } from "../../core/compliance/index.ts"
import { count } from "../../core/kernel/Section.ts"
import { type Item, readJournalFile, rewriteJournal, writeJournal } from "../audit/Journal.ts"
import { Wrong } from "../audit/monitor/LogReader.ts"
import { compareCourt, openLog, readJournal } from "../audit/replay/Compare.ts"
import { type Folded, fold } from "../audit/replay/Folded.ts"
import { compareList, readServedList } from "../audit/replay/Listed.ts"
import { Failure, print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, whole } from "./Cli.ts"

const kinds = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, n]) => `${n} ${status}`)
    .join(", ")

const show = ({ items, registers, judgments, dealings }: Folded): void => {
  const found = [
    count(registers.reputation.size, "agent"),
    count(dealings.dealings.size, "dealing"),
    count(judgments.judgments.size, "judgment"),
    count(registers.entries.size, "entry", "entries"),
  ]
  print(`${count(items, "event")} of the journal: ${found.join(", ")} of the Register of Compliance.`)
}

/** Prints the differences, or the line `good` if nothing differs. True if nothing differs. */
const tell = (lines: ReadonlyArray<string>, good: string): boolean => {
  for (const line of lines) print(style("red", line))
  print(lines.length === 0 ? style("green", good) : style("red", `${count(lines.length, "difference")}.`))
  return lines.length === 0
}

/** The differences of the journal from the kept journal that --since names; empty if no journal is named. */
const since = async (given: Given, items: ReadonlyArray<Item>): Promise<ReadonlyArray<string>> => {
  const file = given.text("since")
  return file === undefined ? [] : rewriteJournal(await readJournalFile(file), items)
}

const ofFile = async (given: Given, file: string): Promise<boolean> => {
  if (given.text("keep") !== undefined)
    throw new Failure("--keep writes the journal of a court to a file, and this journal is a file already")
  const items = await readJournalFile(file)
  const folded = fold(items)
  show(folded)
  for (const [handle, { label, reputation, counts }] of registersAt(folded.registers, Date.now())) {
    print(
      `  ${handle}: ${label}, reputation ${reputation}${kinds(counts) === "" ? "" : ` (${kinds(counts)})`}`,
    )
  }
  const lines = [...(await since(given, items)), ...folded.faults]
  return tell(lines, "The journal follows from the rules.")
}

const ofCourt = async (given: Given, base: string): Promise<boolean> => {
  const lodgements = whole(given, "lodgements") ?? Number.MAX_SAFE_INTEGER
  // The list is read before the journal, so that the journal has what the list rests on.
  const list = given.on("list") ? await readServedList(base) : null
  const read = given.on("log") ? await openLog(base) : readJournal
  const { items, folded, found } = await compareCourt(base, lodgements, read)
  show(folded)
  const listed = list === null ? [] : await compareList(list, items)
  const lines = [...(await since(given, items)), ...folded.faults, ...found, ...listed]
  if (list !== null && listed.length === 0)
    print(`The list of ${list.head.asOf} leaves out no agent, and says of each what the journal says.`)
  const good = tell(
    lines,
    "The registers as served are those of the journal, and the journal follows from the rules.",
  )
  const file = given.text("keep")
  // A journal that was found wanting is never kept for later comparisons.
  if (file !== undefined && good) {
    await writeJournal(file, items)
    print(`The journal is kept in ${file}.`)
  }
  return good
}

const run = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  try {
    const good = /^https?:\/\//.test(source) ? await ofCourt(given, source) : await ofFile(given, source)
    return good ? exitCodes.done : exitCodes.failed
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    tell([error.message], "")
    return exitCodes.failed
  }
}

export const command: CliCommand = {
  usage: "<address or file>",
  takes: [1, 1],
  flags: {
    log: {
      help: "reads the events out of the court's log instead of its journal: they must have the root that the court signed",
    },
    list: {
      help: "compares the list of GET /api/v1/check/list too: whether the events at its checkpoint leave an agent out of it",
    },
    since: { value: "file", help: "a journal kept earlier: the court's must begin with it, item by item" },
    keep: { value: "file", help: "where to write the journal, one item a line, if no difference was found" },
    lodgements: {
      value: "count",
      help: "how many lodgements are read back, spread evenly over the register (all)",
    },
  },
  help: [
    "Given the address of a court: reads its public journal, makes every move of the Register of Compliance again by the rules that the court runs, and compares the result with the court's answers. It compares each agent's row, stake, label, reputation and orders; each entry with its window, adjustments, finality and history; each judgment with its marks, its seal and the words under it; each lodgement with its number. Differences are listed; the exit code is 1 if there are any.",
    "Given a file of the journal (an answer of GET /api/v1/journal, an array of its items, or one item a line): shows the registers and says where the journal does not follow from the rules.",
    "Keep the journal now and then (--keep) and compare with it later (--since): nobody without an earlier copy can detect that a court has rewritten its journal and its records together.",
    [
      "It can't detect:",
      "  a journal that was rewritten together with the records, within the rules (--since shows it);",
      "  an act that neither the journal nor the records ever had;",
      "  an earlier stake in the records of the court: only the latest stake in the journal is compared;",
      "  what is not public: pleadings, quotes, ledgers, notices, operators, the words of an attestation or a statement (their hashes are compared), who reviewed a dealing;",
      "  when an agent last sent a heartbeat, how many of its dealings were confirmed, the catchwords and areas of the listing, the docket, and what is next in an entry.",
    ].join("\n"),
    "The numbers of lodgements are unique and rising. Gaps are normal: a number that was drawn by an act which was then not recorded is never given again. The journal shows what was lodged, whatever the numbers.",
  ],
  run,
}
