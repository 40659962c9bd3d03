/**
 * The file in which a monitor keeps what it knows between its rounds: a line that says which log it is and where its tree stood, a line
 * for each thing of a register, and a last line with their number.
 */
import { createReadStream, existsSync } from "node:fs"
import { createInterface } from "node:readline"
import { Schema } from "effect"
import { WholeFile } from "../../../adapters/host/index.ts"
import { Note } from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"
import { beginning, type Following } from "./Following.ts"
import { nothingUntold, Untold } from "./Untold.ts"

export interface Kept {
  readonly key: Note.VerifierKey
  readonly following: Following
  readonly untold: Untold
}

const version = "agent-court monitor 1"

const Head = Schema.parseJson(
  Schema.Struct({
    version: Schema.Literal(version),
    /** The key of the log as it was when it was first seen. */
    vkey: Schema.String,
    size: Schema.NonNegativeInt,
    hashes: Schema.Array(Schema.Uint8ArrayFromBase64),
    /** The findings that the webhook has not taken. Earlier versions didn't keep them. */
    untold: Schema.optionalWith(Untold, { default: () => nothingUntold }),
  }),
)
const encodeHead = Schema.encodeSync(Head)
const decodeHead = Schema.decodeUnknownSync(Head)
const decodeLine = Schema.decodeUnknownSync(
  Schema.parseJson(Schema.Union(Schema.Int, Schema.Tuple(Schema.String, Schema.String, Schema.Unknown))),
)

/** The registers as maps, by the names that stand in the file. */
const mapsOf = ({ registers, judgments, agents, docket, lodged, dealings }: Following) => ({
  entry: registers.entries,
  reputation: registers.reputation,
  agent: registers.agents,
  filed: registers.filed,
  judgment: judgments.judgments,
  number: judgments.numbers,
  row: agents.rows,
  matter: docket.matters,
  lodged,
  dealing: dealings,
})
type Maps = ReturnType<typeof mapsOf>

function* linesOf({ key, following, untold }: Kept): Iterable<string> {
  const { size, hashes } = following.range
  yield `${encodeHead({ version, vkey: Note.formatVerifierKey(key), size, hashes, untold })}\n`
  let count = 0
  for (const [name, map] of Object.entries(mapsOf(following)))
    for (const [id, value] of map) {
      yield `${JSON.stringify([name, id, value])}\n`
      count++
    }
  yield `${count}\n`
}

export const writeState = async (file: string, kept: Kept): Promise<void> => {
  await WholeFile.writeWhole(file, linesOf(kept)).catch((error: Error) => {
    throw new Failure(`${file} can't be written: ${error.message}`)
  })
}

/** The following that these maps and this tree are. The file's own values have the shapes with which they were written. */
const assembleFollowing = (
  { size, hashes }: Following["range"],
  read: Map<string, Map<string, unknown>>,
): Following => {
  const map = <Name extends keyof Maps>(name: Name) => (read.get(name) ?? new Map()) as Maps[Name]
  return {
    range: { size, hashes },
    registers: {
      entries: map("entry"),
      reputation: map("reputation"),
      agents: map("agent"),
      filed: map("filed"),
      faults: [],
    },
    judgments: { judgments: map("judgment"), numbers: map("number"), faults: [] },
    agents: { rows: map("row"), faults: [] },
    docket: { matters: map("matter"), faults: [] },
    lodged: map("lodged"),
    dealings: map("dealing"),
  }
}

const readLines = async (lines: AsyncIterable<string>): Promise<Kept> => {
  let head: typeof Head.Type | null = null
  const maps = new Map<string, Map<string, unknown>>(
    Object.keys(mapsOf(beginning)).map((name) => [name, new Map()]),
  )
  let count = 0
  let whole = false
  for await (const line of lines) {
    if (head === null) {
      head = decodeHead(line)
      continue
    }
    const told = decodeLine(line)
    if (typeof told === "number") whole = told === count
    else {
      const [name, id, value] = told
      maps.get(name)?.set(id, value)
      count++
    }
  }
  const key = Note.parseVerifierKey(head?.vkey ?? "")
  if (head === null || key === null || !whole) throw new Error("it is not whole")
  return { key, following: assembleFollowing(head, maps), untold: head.untold }
}

/** The state that was kept in the file; null if the file doesn't exist yet. */
export const readState = async (file: string): Promise<Kept | null> => {
  if (!existsSync(file)) return null
  try {
    return await readLines(
      createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }),
    )
  } catch {
    throw new Failure(
      `${file} is not the whole state of a monitor; name another file, and the log is followed from its beginning again`,
    )
  }
}
