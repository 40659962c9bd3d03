import { Schema } from "effect"
import { type Registers, registersAt, replay } from "../../core/compliance/Replay.ts"
import { parse } from "../../core/Time.ts"
import { type CliCommand, exitCodes, type Given } from "./Cli.ts"
import * as Client from "./Client.ts"
import { decode, fromFile, journal } from "./Journal.ts"
import { print, progress, style } from "./Terminal.ts"

const Served = Schema.Struct({
  label: Schema.String,
  reputation: Schema.Number,
  counts: Schema.Record({ key: Schema.String, value: Schema.Number }),
  asOf: Schema.String,
})

/** The registers of one agent alone. */
const of = (registers: Registers, handle: string): Registers => ({
  entries: new Map([...registers.entries].filter(([, { bound }]) => bound === handle)),
  reputation: new Map([[handle, registers.reputation.get(handle) ?? 0]]),
})

const kinds = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${count} ${status}`)
    .join(", ")

/** How what the journal says of an agent differs from what is served, in words; empty where it does not. */
const differences = (
  registers: Registers,
  handle: string,
  served: typeof Served.Type,
): ReadonlyArray<string> => {
  const computed = registersAt(of(registers, handle), parse(served.asOf)).get(handle)
  if (computed === undefined) return [`${handle}: the journal does not know it`]
  const rows: ReadonlyArray<readonly [string, string | number, string | number]> = [
    ["label", computed.label, served.label],
    ["reputation", computed.reputation, served.reputation],
    ["entries", kinds(computed.counts), kinds(served.counts)],
  ]
  return rows.flatMap(([what, ours, theirs]) =>
    ours === theirs ? [] : [`${handle}: ${what} is "${ours}" by the journal and "${theirs}" as served`],
  )
}

const compareAll = async (base: string, registers: Registers, handles: ReadonlyArray<string>) => {
  const found = new Map<string, ReadonlyArray<string>>()
  for (const [i, handle] of handles.entries()) {
    const body = await Client.call(base, "GET", `/api/v1/agents/${handle}/compliance`)
    const differs = differences(registers, handle, decode(Served, body, `the compliance record of ${handle}`))
    if (differs.length > 0) found.set(handle, differs)
    progress("agents", i + 1, handles.length)
  }
  return found
}

const looks = 3
/** Compares, and looks again at what differs once the journal has been read on: a court goes on while it is read. */
const compare = async (base: string) => {
  const items = await journal(base, null, 0)
  let registers = replay(items)
  let found = await compareAll(base, registers, [...registers.reputation.keys()])
  for (let look = 1; look < looks && found.size > 0; look++) {
    items.push(...(await journal(base, items.at(-1)?.cursor ?? null, items.length)))
    registers = replay(items)
    found = await compareAll(base, registers, [...found.keys()])
  }
  return { items: items.length, registers, found: [...found.values()].flat() }
}

const show = (items: number, { entries, reputation }: Registers): void =>
  print(
    `${items} events of the journal: ${reputation.size} agents, ${entries.size} entries of the Register of Compliance.`,
  )

const run = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  if (!/^https?:\/\//.test(source)) {
    const items = await fromFile(source)
    const registers = replay(items)
    show(items.length, registers)
    for (const [handle, { label, reputation, counts }] of registersAt(registers, Date.now())) {
      print(
        `  ${handle}: ${label}, reputation ${reputation}${kinds(counts) === "" ? "" : ` (${kinds(counts)})`}`,
      )
    }
    return exitCodes.done
  }
  const { items, registers, found } = await compare(source)
  show(items, registers)
  for (const line of found) print(style("red", line))
  print(
    found.length === 0
      ? style("green", "The registers as served are those of the journal.")
      : style("red", `${found.length} differences.`),
  )
  return found.length === 0 ? exitCodes.done : exitCodes.failed
}

export const command: CliCommand = {
  usage: "<address or file>",
  takes: [1, 1],
  flags: {},
  help: [
    "Given the address of a court: reads its public journal, folds it with the same rules that the court runs, and compares every agent's label, reputation and entries with what the court serves. Differences are listed; the exit code is 1 where there are any.",
    "Given a file of the journal (an answer of GET /api/v1/journal, an array of its items, or one item a line): shows the registers.",
  ],
  run,
}
