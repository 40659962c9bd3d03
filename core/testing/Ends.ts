/** For tests: how a machine comes to an end without any act of an office, and how long that takes. */

/** A way out of a status: by time alone after some hours, or by an act of a party. */
export interface Exit {
  readonly from: string
  readonly to: string
  readonly by: "time" | "party" | "office"
  readonly hours: number
}

/** The shortest way to an end that needs the fewest acts of parties, and of those the least time. */
interface Way {
  readonly acts: number
  readonly hours: number
  /** The statuses that it leads through, the first and the last included. */
  readonly through: ReadonlyArray<string>
}

/** The statuses that exits lead to from the status before there is a record. */
export const reached = (exits: ReadonlyArray<Exit>): ReadonlySet<string> => {
  const found = new Set(["none"])
  for (const status of found) for (const { from, to } of exits) if (from === status) found.add(to)
  found.delete("none")
  return found
}

const isShorter = (way: Way, than: Way | undefined): boolean =>
  than === undefined || way.acts < than.acts || (way.acts === than.acts && way.hours < than.hours)

/** The way to an end from each status that has a way without an office. Ways get shorter until no way does any more. */
const waysOf = (exits: ReadonlyArray<Exit>, ends: ReadonlySet<string>): ReadonlyMap<string, Way> => {
  const ways = new Map<string, Way>([...ends].map((end) => [end, { acts: 0, hours: 0, through: [end] }]))
  for (let changed = true; changed; ) {
    changed = false
    for (const { from, to, by, hours } of exits) {
      const on = ways.get(to)
      if (on === undefined || by === "office" || ends.has(from)) continue
      const way = {
        acts: on.acts + Number(by === "party"),
        hours: on.hours + hours,
        through: [from, ...on.through],
      }
      if (!isShorter(way, ways.get(from))) continue
      ways.set(from, way)
      changed = true
    }
  }
  return ways
}

export interface Found {
  /** Statuses that are reached and have no way to an end without an office. */
  readonly stuck: ReadonlyArray<string>
  /** Statuses from which time alone leads nowhere, so that a party has to act. */
  readonly byParty: ReadonlyArray<string>
  /** The way on which time alone takes longest to an end: its hours, and the statuses that it leads through. */
  readonly longest: { readonly through: ReadonlyArray<string>; readonly hours: number }
}

export const explore = (exits: ReadonlyArray<Exit>, ends: ReadonlySet<string>): Found => {
  const ways = waysOf(exits, ends)
  const statuses = [...reached(exits)]
  const waits = statuses.flatMap((status): ReadonlyArray<Found["longest"]> => {
    const way = ways.get(status)
    return way === undefined || way.acts > 0 ? [] : [{ through: way.through, hours: way.hours }]
  })
  return {
    stuck: statuses.filter((status) => !ways.has(status)),
    byParty: statuses.filter((status) => (ways.get(status)?.acts ?? 0) > 0),
    longest: waits.reduce((most, one) => (one.hours > most.hours ? one : most), { through: [], hours: 0 }),
  }
}
