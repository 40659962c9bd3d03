/**
 * The comparisons of a turn: the answers of a court, with what follows from its log. A turn goes through the docket, both registers, the
 * tiles of the log, all agents and the last dealings, one request after the other, so that a round of a monitor can stop after any of them.
 */
import { Schema } from "effect"
import { digest } from "../../../adapters/host/Sha256.ts"
import { entryView } from "../../../core/compliance/index.ts"
import type { ReplayedDealings } from "../../../core/dealings/index.ts"
import { replayedItem } from "../../../core/judgments/index.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { Merkle, Range, Tile } from "../../../core/log/index.ts"
import { call, decode } from "../Client.ts"
import { type Check, type Court, unlike } from "../replay/Check.ts"
import { ofAgents, type State } from "../replay/Folded.ts"
import { ofAgent, ofDealing, ofJudgment } from "../replay/Registers.ts"
import type { Following } from "./Following.ts"
import { readTile, Wrong } from "./LogReader.ts"

/** The facts that the comparisons need: the state of the registers, and the docket. */
export type Known = State &
  Pick<Following, "docket" | "range"> & { readonly dealings: Pick<ReplayedDealings, "dealings" | "lodged"> }

export const knownOf = (following: Following): Known => {
  const { range, registers, judgments, agents, docket, lodged, dealings } = following
  return {
    range,
    registers,
    judgments,
    agents,
    docket,
    dealings: { lodged, dealings },
    ...ofAgents(registers, judgments),
  }
}

type Row = { readonly [member: string]: Json }

/** A public list, and how its items follow from what is known. */
interface List {
  readonly name: string
  readonly path: string
  readonly key: "id" | "citation"
  readonly names: (known: Known) => Iterable<string>
  /** The row of an item as it is known; null if nothing is known of it. */
  readonly row: (known: Known, name: string, now: number) => Row | null
}

/** Views are JSON by their schemas, which TypeScript shows as interfaces. */
const asRow = (view: object | undefined): Row | null => (view === undefined ? null : (view as Row))

const lists: ReadonlyArray<List> = [
  {
    name: "the docket",
    path: "/api/v1/docket",
    key: "id",
    names: ({ docket }) => docket.matters.keys(),
    row: ({ docket }, id) => asRow(docket.matters.get(id)),
  },
  {
    name: "the Register of Judgments",
    path: "/api/v1/judgments",
    key: "citation",
    names: ({ judgments }) => judgments.judgments.keys(),
    row: ({ judgments }, citation, now) => {
      const told = judgments.judgments.get(citation)
      return told === undefined ? null : asRow(replayedItem(told, now))
    },
  },
  {
    name: "the Register of Compliance",
    path: "/api/v1/compliance",
    key: "id",
    names: ({ registers }) => registers.entries.keys(),
    row: ({ registers }, id, now) => {
      const entry = registers.entries.get(id)
      if (entry === undefined) return null
      const { next: _, ...view } = entryView(entry, { role: "public" }, now, published)
      return asRow(view)
    },
  },
]

const Page = Schema.Struct({ items: Schema.Array(Schema.Object), nextCursor: Schema.NullOr(Schema.String) })

/** How many items of a list may be unexplained before the list is not read on, and how much of a name is said. */
const strangeMax = 1_000
const nameChars = 200

/** The comparisons of a list: one for each page, and then that nothing was left out that was known when the turn began. */
function* ofList({ name, path, key, names, row }: List, known: Known): Generator<Check<Known>> {
  const expected = [...names(known)]
  /** The page on which an item was seen, by the cursor of the page. A page may be compared again. */
  const seen = new Map<string, string | null>()
  let cursor: string | null = null
  let strange = 0
  /** An item that the log does not explain. A court could go on with such items for ever. */
  const reportUnexplained = (what: string): ReadonlyArray<string> => {
    if (++strange > strangeMax)
      throw new Wrong(`${name} has more than ${strangeMax} items that the log does not explain; ${what}`)
    return [what]
  }
  const compare = (
    known: Known,
    { now }: Court,
    item: object,
    from: string | null,
  ): ReadonlyArray<string> => {
    const id = String(Reflect.get(item, key)).slice(0, nameChars)
    const told = row(known, id, now)
    if (told === null) return reportUnexplained(`${name} lists ${id}, which the log does not have`)
    if (seen.has(id) && seen.get(id) !== from) return reportUnexplained(`${name} lists ${id} twice`)
    seen.set(id, from)
    return unlike(`${name}, ${id}`, told, item)
  }
  do {
    const from: string | null = cursor
    const query = new URLSearchParams({ limit: "100", ...(from === null ? {} : { cursor: from }) })
    yield {
      of: `${name}, from ${from ?? "its beginning"}`,
      lines: async (known, court) => {
        const page = decode(Page, await call(court.base, "GET", `${path}?${query}`), name)
        cursor = page.nextCursor
        return page.items.flatMap((item) => compare(known, court, item, from))
      },
    }
  } while (cursor !== null)
  yield {
    of: name,
    lines: async () =>
      expected.filter((id) => !seen.has(id)).map((id) => `${name} lacks ${id}, which the log has`),
  }
}

/** The tiles from which the root of the tree is computed, against the root of the entries. */
const ofEdge = (range: Range.Range): Check<unknown> => ({
  of: "the edge of the log",
  lines: async (_, { base }) => {
    const places = Tile.tilesOfNodes(Merkle.nodesOfTree(range.size), range.size)
    const bytes = new Map<string, Uint8Array>()
    for (const tile of places) bytes.set(Tile.pathOf(tile), await readTile(base, tile))
    const empty = new Uint8Array()
    const root = Merkle.computeRoot(
      range.size,
      Tile.read(range.size, (tile) => bytes.get(Tile.pathOf(tile)) ?? empty, digest),
      digest,
    )
    return Merkle.equalBytes(root, Range.rootOf(range))
      ? []
      : [`the tiles ${places.map(Tile.pathOf).join(", ")} do not have the root of the events of the log`]
  },
})

/** A full tile against the hash of it in the tile above. */
const ofFull = (tile: Tile.Tile, above: Tile.Tile): Check<unknown> => ({
  of: Tile.pathOf(tile),
  lines: async (_, { base }) => {
    const root = Merkle.rootOfHashes(Tile.hashesOf(await readTile(base, tile)), digest)
    const stated = Tile.hashesOf(await readTile(base, above))[tile.index % Tile.tileWidth]
    return stated !== undefined && Merkle.equalBytes(root, stated)
      ? []
      : [`${Tile.pathOf(tile)} does not have the root that stands in ${Tile.pathOf(above)}`]
  },
})

/**
 * The comparisons of the tiles that the log serves. A tile is right if its root stands in the tile above it. The tiles on the edge are right
 * if the root of the tree follows from them. So every tile is compared with the tree whose entries were read.
 */
function* ofTiles(range: Range.Range): Generator<Check<unknown>> {
  if (range.size === 0) return
  yield ofEdge(range)
  const tiles = Tile.findAdded(0, range.size)
  const above = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile]))
  for (const tile of tiles) {
    const parent = above.get(`${Number(tile.level) + 1}/${Math.floor(tile.index / Tile.tileWidth)}`)
    if (tile.width === Tile.tileWidth && parent !== undefined) yield ofFull(tile, parent)
  }
}

/**
 * A turn through everything that is compared. Each comparison must be made before the next one is asked for, since a page names the
 * next page.
 */
export function* turn(known: () => Known): Generator<Check<Known>> {
  for (const list of lists) yield* ofList(list, known())
  yield* ofTiles(known().range)
  for (const citation of known().judgments.judgments.keys()) yield ofJudgment(citation)
  for (const handle of new Set([...known().agents.rows.keys(), ...known().registers.reputation.keys()]))
    yield ofAgent(handle)
  for (const id of known().dealings.dealings.keys()) yield ofDealing(id)
}
