/** Networks of partners: which agents deal with which. */
import { Schema } from "effect"
import { describes, oneOf, optional, optionalField, Share, whole } from "./Fields.ts"
import { uniform } from "./Threefry.ts"

const Place = whole(0, 100_000_000)

export const Network = Schema.Struct({
  kind: oneOf("uniform", "small-world", "preferential", "listed").annotations(
    describes(
      "`uniform`: everybody deals with everybody. `small-world`: a ring whose links are partly rewired (Watts and Strogatz 1998). `preferential`: each agent in turn joins agents with many links (Barabási and Albert 1999). `listed`: the given links. Agents have their places in it by lot, except in a listed one.",
    ),
  ),
  neighbours: optional(
    whole(2, 10_000),
    6,
    "The mean number of an agent's partners, even. Of a small world or a preferential network only.",
  ),
  rewired: optional(
    Share,
    0.1,
    "The share of links whose one end is put at another agent. Of a small world only; 0 is a ring, and 1 a random network.",
  ),
  edges: optionalField(
    Schema.Array(Schema.Tuple(Place, Place)),
    "The links, each a pair of numbers of agents, from 0. Of a listed network only.",
  ),
})
export type Network = typeof Network.Type

const key = 0x6e657477
const purpose = { lot: 0, rewire: 1, end: 2, join: 3 } as const

/** The links while a network is made: the partners of each place. */
class Links {
  readonly of: ReadonlyArray<Array<number>>
  private readonly seed: number

  constructor(count: number, seed: number) {
    this.of = Array.from({ length: count }, () => [])
    this.seed = seed
  }

  luck(nth: number, what: number): number {
    return uniform(this.seed, key, nth, what)
  }
  has(a: number, b: number): boolean {
    const [ofA = [], ofB = []] = [this.of[a], this.of[b]]
    return ofA.length <= ofB.length ? ofA.includes(b) : ofB.includes(a)
  }
  add(a: number, b: number): void {
    this.of[a]?.push(b)
    this.of[b]?.push(a)
  }
}

/** Links each place to the next ones on both sides of a ring, and puts the far end of some links elsewhere. */
const smallWorld = (links: Links, { neighbours, rewired }: Network): void => {
  const count = links.of.length
  for (let lap = 1; lap <= neighbours / 2; lap++)
    for (let i = 0; i < count; i++) {
      const nth = (lap - 1) * count + i
      let end = (i + lap) % count
      const full = (links.of[i]?.length ?? 0) >= count - 1
      if (!full && links.luck(nth, purpose.rewire) < rewired)
        for (let again = 0; again === 0 || end === i || links.has(i, end); again++)
          end = Math.floor(links.luck(nth, purpose.end + 256 * again) * count)
      if (!links.has(i, end)) links.add(i, end)
    }
}

/** Links each further place to some of those before it, which are chosen by how many links they have. */
const preferential = (links: Links, { neighbours }: Network): void => {
  const count = links.of.length
  const joins = neighbours / 2
  /** A place stands here once for each of its links. */
  const ends: Array<number> = []
  const link = (a: number, b: number): void => {
    links.add(a, b)
    ends.push(a, b)
  }
  for (let i = 1; i < count; i++) {
    const known = ends.length
    if (i <= joins) for (let j = 0; j < i; j++) link(i, j)
    else
      for (let made = 0, tries = 0; made < joins; tries++) {
        const end = ends[Math.floor(links.luck(i, purpose.join + 256 * tries) * known)] ?? 0
        if (links.has(i, end)) continue
        link(i, end)
        made += 1
      }
  }
}

const lots = (links: Links): Uint32Array => {
  const order = Uint32Array.from({ length: links.of.length }, (_, i) => i)
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(links.luck(i, purpose.lot) * (i + 1))
    const [a = 0, b = 0] = [order[i], order[other]]
    order[i] = b
    order[other] = a
  }
  return order
}

/** The partners of each agent, one after the other in one column. */
export class Partners {
  private readonly begins: Uint32Array
  private readonly all: Uint32Array

  constructor(network: Network, count: number, seed: number) {
    const links = new Links(count, seed)
    if (network.kind === "small-world") smallWorld(links, network)
    else if (network.kind === "preferential") preferential(links, network)
    else for (const [a, b] of network.edges ?? []) if (a !== b && !links.has(a, b)) links.add(a, b)
    const agents = network.kind === "listed" ? Uint32Array.from(links.of.keys()) : lots(links)
    const mine: Array<ReadonlyArray<number>> = []
    links.of.forEach((others, at) => {
      mine[agents[at] ?? 0] = others.map((other) => agents[other] ?? 0)
    })
    this.begins = new Uint32Array(count + 1)
    mine.forEach((others, i) => {
      this.begins[i + 1] = (this.begins[i] ?? 0) + others.length
    })
    this.all = Uint32Array.from(mine.flat())
  }

  get bytes(): number {
    return this.begins.byteLength + this.all.byteLength
  }

  of(agent: number): Uint32Array {
    return this.all.subarray(this.begins[agent], this.begins[agent + 1])
  }
}
