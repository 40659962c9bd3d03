/** Work for measurements: many entries whose windows pass at one instant, and many waiting tasks. */

import { Effect, Either } from "effect"
import { Agent, Operator, Standing } from "../../core/agents/index.ts"
import { Entry, passEntry } from "../../core/compliance/index.ts"
import { open } from "../../core/compliance/testing/Given.ts"
import type { Change } from "../../core/kernel/Change.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { command } from "../../core/kernel/Command.ts"
import * as Host from "../../core/kernel/Host.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { Store } from "../../core/store/Store.ts"
import { agent } from "../../core/testing/Agents.ts"
import { anything } from "../../core/testing/Anything.ts"
import { start } from "./World.ts"

const plant = command({
  name: "plant",
  sections: [],
  input: anything<ReadonlyArray<Change>>(),
  gather: (_changes: ReadonlyArray<Change>) => Effect.void,
  decide: (_facts, changes) => Either.right({ changes, reply: null }),
})

const chunks = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Commits changes, 60 at a time. */
export const planted = (changes: ReadonlyArray<Change>) =>
  Effect.forEach(chunks(changes, 60), (some) => Host.perform(plant, some, { actor: { role: "registrar" } }), {
    concurrency: 64,
    discard: true,
  })

const agentOf = (i: number): Agent.Agent =>
  agent(`agent-${i}`, {
    id: `agent-${i}`,
    operatorId: `operator-${i}`,
    identity: { status: "proven", by: "registrar", at: start },
    stakeCents: 0,
  })

/** Agents with their operators, without a service URL. */
export const agents = (count: number): ReadonlyArray<Change> =>
  Array.from({ length: count }, (_, i) => i).flatMap((i) => [
    Changed.put(Agent.Agents, agentOf(i)),
    Changed.put(Operator.Operators, {
      id: `operator-${i}`,
      email: `o${i}@operator.test`,
      name: "O",
      places: { stated: 0, proven: 1 },
      notedAt: null,
    }),
    Changed.put(Standing.Standings, {
      ...Standing.make(`agent-${i}`, `agent-${i}`),
      counts: { ...Standing.make("", "").counts, open: 1 },
    }),
  ])

/** An open entry against each of the agents, whose time fixed passes at `dueAt`. */
export const entries = (round: number, count: number, dueAt: Instant): ReadonlyArray<Change> =>
  Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const id = `entry-${round}-${i}`
    return [
      Changed.put(Entry.Entries, {
        ...open,
        id,
        n: i,
        bound: { id: `agent-${i}`, handle: `agent-${i}`, operatorId: `operator-${i}` },
        dueAt,
        window: { kind: "performance", opensAt: start, closesAt: dueAt },
      }),
      Changed.task(`${passEntry.taskKind}/${id}`, passEntry.taskKind, dueAt, { entryId: id }),
    ]
  })

/** Puts tasks that become due one after another from `dueAt` on. */
export const waiting = (count: number, dueAt: Instant) =>
  Effect.flatMap(Store, (store) =>
    Effect.forEach(
      Array.from({ length: count / 64 }, (_, i) => i * 64),
      (from) =>
        store.commit({
          ...empty(start),
          tasks: Array.from({ length: 64 }, (_, i) => ({
            id: `waiting/${from + i}`,
            kind: passEntry.taskKind,
            dueAt: dueAt + from + i,
            body: { entryId: "none" },
          })),
        }),
      { concurrency: 256, discard: true },
    ),
  )
