/** Checks the court against what it acknowledged: after every operation what the operation changed, and at the end everything. */

import { createHash } from "node:crypto"
import { Effect } from "effect"
import { Agent, records as agentRecords, Deliveries, Notice } from "../../../core/agents/index.ts"
import { records as appealRecords } from "../../../core/appeals/index.ts"
import { checkCompliance, registersAt, replay } from "../../../core/compliance/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import * as Reader from "../../../core/kernel/Reader.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { records as matterRecords } from "../../../core/matters/index.ts"
import { listBeforeFirstMatter } from "../../../core/matters/testing/index.ts"
import { readSchedule } from "../../../core/registrar/index.ts"
import { refKey } from "../../../core/store/ChangeSet.ts"
import { type Journalled, limits } from "../../../core/store/Store.ts"
import { advisedOtherwise } from "./Advised.ts"
import { mismatch, type Sent, unauthenticated } from "./Client.ts"
import { endedKeys } from "./invariants/Agents.ts"
import { byArtifacts } from "./invariants/Artifacts.ts"
import { invariants } from "./invariants/index.ts"
import * as Register from "./Register.ts"
import { keptTasks } from "./Waiting.ts"
import type { Commit } from "./Watched.ts"
import type { World } from "./World.ts"

export interface Audit {
  /** The faults after an operation, in words; empty if nothing is broken. */
  readonly after: (sent: ReadonlyArray<Sent>) => ReadonlyArray<string>
  /** The faults at the end, when everything that was due has been done. */
  readonly atEnd: () => ReadonlyArray<string>
  /** A hash of everything that the court has. Another run of the same seed gives the same hash. */
  readonly hash: () => string
}

const text = (value: unknown): string => JSON.stringify(value)

/** Whether two tables have the same keys with the same values, in whatever order. */
const same = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => text(value) === text(other.get(key)))

/** Where the answer to a client differs from what was committed in its name. `others` are the requests of the same operation. */
const untrue = (
  { store }: World,
  commits: ReadonlyArray<Commit>,
  { asked, name, key, keyed, answer }: Sent,
  others: ReadonlyArray<Sent>,
): ReadonlyArray<string> => {
  const done = commits.filter(({ by }) => by === name).length
  const receipts = store.receipts.get(key) ?? []
  const named = `${asked.name} ${key}`
  switch (answer._tag) {
    case "broken":
      return [`a defect: ${answer.what}`]
    case "refused": {
      if (answer.code === unauthenticated) {
        if (store.all(agentRecords.Keyrings).some(({ current }) => current === asked.credential))
          return [`a current key is accepted: ${named}`]
        // The act may have been done and its answer lost, and the key may have ended before it was sent again.
        return done <= 1 ? [] : [`an act is done once: ${named}, ${done} times`]
      }
      if (answer.code === mismatch)
        return done === 0 && receipts.length === 1
          ? []
          : [`a key stands for one request: ${named}, ${receipts.length} times`]
      // If two were sent at the same time, one may be refused before the other is done.
      const byAnother = others.some((other) => other.key === key && other.answer._tag === "done")
      return done === 0 && (receipts.length === 0 || byAnother)
        ? []
        : [`a refused act leaves nothing: ${named} was refused as ${answer.code}`]
    }
    case "unknown":
      return done <= 1 ? [] : [`an act is done once: ${named}, ${done} times`]
    case "done": {
      if (!keyed) return done === 1 ? [] : [`an act is done once: ${named}, ${done} times`]
      const [receipt] = receipts
      if (receipts.length !== 1) return [`an act is done once: ${named}, ${receipts.length} times`]
      return text(receipt) === text(answer.reply)
        ? []
        : [`a request repeated gets the same answer: ${named}: ${text(answer.reply)}`]
    }
  }
}

export const make = (world: World): Audit => {
  const { store, plain } = world
  const reader = Reader.make(plain).reader
  const register = Register.make()
  const brokenByKeys = endedKeys(world)
  const all = [...invariants, ...byArtifacts(world.signed)]
  const journal: Array<Journalled> = []
  const settled = new Set<string>()
  const found: Array<string> = []
  let cursor: string | null = null
  const lastNumbers = new Map<string, number>()

  /** The events in the store's journal since the last read. */
  const newEvents = (): ReadonlyArray<Journalled> => {
    const items: Array<Journalled> = []
    for (;;) {
      const page = Effect.runSync(plain.journal({ subject: null, after: cursor, limit: limits.pageItems }))
      items.push(...page.items)
      cursor = page.next
      if (page.items.length < limits.pageItems) break
    }
    journal.push(...items)
    return items
  }

  const missing = (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
    const known = keys.flatMap((key) => store.records.get(key) ?? [])
    const found = Effect.runSync(plain.read(known.map(({ ref }) => ref)))
    return known.flatMap(({ ref, version, body }, i) => {
      const there = found[i] ?? null
      return there !== null && there.version === version && text(there.body) === text(body)
        ? []
        : [`what was acknowledged is found afterwards: ${refKey(ref)} is ${text(there)}`]
    })
  }

  const ofCommit = (commit: Commit): ReadonlyArray<string> => {
    const again = commit.set.settles.filter(({ id, token }) => {
      const known = settled.has(`${id}/${token}`)
      settled.add(`${id}/${token}`)
      return known
    })
    const falling = commit.set.numbers.flatMap(({ series }, i) => {
      const number = needPresent(commit.numbers[i], "the number of a record")
      const last = lastNumbers.get(series) ?? 0
      lastNumbers.set(series, Math.max(last, number))
      return number > last ? [] : [`${number} after ${last} in ${series}`]
    })
    const stale = commit.changed.filter(({ put, version }) => put.expected !== version)
    return [
      ...again.map(({ id }) => `a task is settled once: ${id}`),
      ...falling.map((what) => `numbers rise: ${what}`),
      ...stale.map(({ put }) => `nothing is written over what was not read: ${refKey(put.ref)}`),
      ...register.broken(commit, store),
      ...brokenByKeys(commit),
      ...all.flatMap(({ name, broken }) => broken(commit, store).map((what) => `${name}: ${what}`)),
    ]
  }

  const told = (commits: ReadonlyArray<Commit>, items: ReadonlyArray<Journalled>): ReadonlyArray<string> => {
    const expected = commits.flatMap(({ set }) => set.events).map(({ id }) => id)
    return text(items.map(({ id }) => id)) === text(expected)
      ? []
      : [`the journal has every event once and in order: ${items.length} of ${expected.length}`]
  }

  // Each commit is checked at once, before another changes the records again.
  store.look((commit) => found.push(...ofCommit(commit)))

  return {
    after: (sent) => {
      const commits = store.take()
      const items = newEvents()
      const touched = new Set(commits.flatMap(({ changed }) => changed.map(({ put }) => refKey(put.ref))))
      return [
        ...world.putOff.splice(0).map((what) => `work of the clock is never refused: ${what}`),
        ...found.splice(0),
        ...sent.flatMap((one) => untrue(world, commits, one, sent)),
        ...missing([...touched]),
        ...told(commits, items),
        ...register.folded(items, commits, store),
      ]
    },
    atEnd: () => {
      const now = world.now()
      const asPublic = {
        actor: { role: "public" },
        now,
        schedule: published,
        terms: published.at(now),
      } as const
      const { entries, reputation } = register.registers()
      const whole = replay(journal)
      const folded = registersAt(whole, now)
      const labels = store.all(Agent.Agents).filter(({ handle }) => {
        const page = { after: null, limit: 1 }
        const asked = checkCompliance.read({ handle, page }, asPublic, reader)
        const served = Effect.runSync(asked)
        const known = folded.get(handle)
        return served.label !== known?.label || served.reputation !== known.reputation
      })
      const uncarried = store.all(Notice.Notices).filter(({ id, agentId }) => {
        if (agentId === Notice.registrarInbox) return false
        const delivery = store.find(Deliveries, id)
        if (delivery === null) return true
        const { service, email } = delivery
        const lost = service?.status === "delivered" && !world.carried.has(id)
        return service?.status === "pending" || email?.status === "pending" || lost
      })
      // At the end an appeal may wait for a decision of an office, but not for its price or its hearing.
      const unheard = store
        .all(appealRecords.Appeals)
        .filter(({ status }) => status === "noticed" || status === "stated")
      const list = store.find(matterRecords.DocketLists, listBeforeFirstMatter.id) ?? listBeforeFirstMatter
      const capacity = Effect.runSync(readSchedule(reader)).at(now).listCapacityMatters
      const waiting = list.placed < capacity ? list.queued : 0
      const held = [...store.claims].filter(
        ([claim, holder]) => Effect.runSync(plain.holder(claim)) !== holder,
      )
      const kept = keptTasks(world)
      const tallies = [...store.tallies]
      const sums = Effect.runSync(plain.tallies(tallies.map(([name]) => name)))
      const blobs = [...store.blobs].filter((sha256) => {
        const kept = Effect.runSync(plain.blob(sha256))
        return kept === null || sha256Hex(kept) !== sha256
      })
      return [
        ...missing([...store.records.keys()]),
        ...[...store.tasks.keys()]
          .filter((id) => !kept.has(id))
          .map((id) => `what is due is done in the end: ${id}`),
        ...uncarried.map(({ id }) => `every notice is carried or given up: ${id}`),
        ...unheard.map(({ id }) => `no entry is suspended for ever: appeal ${id} is never heard`),
        ...(waiting > 0 ? [`nobody waits while there is room: ${waiting}`] : []),
        ...labels.map(({ handle }) => `a label is the same from the journal: ${handle}`),
        ...advisedOtherwise(store, asPublic, reader).map(
          (what) => `an advice follows from the table: ${what}`,
        ),
        ...held.map(([claim]) => `a name is held by whom it was given to: ${claim}`),
        ...tallies.filter(([, sum], i) => sums[i] !== sum).map(([name]) => `a counter adds up: ${name}`),
        ...blobs.map((sha256) => `a text is kept under its hash: ${sha256}`),
        ...(same(whole.entries, entries) ? [] : ["the whole journal says what its pieces said"]),
        ...(same(whole.reputation, reputation)
          ? []
          : ["the whole journal says what its pieces said of reputations"]),
      ]
    },
    hash: () => {
      const keys = [...store.records.keys()].sort()
      const records = Effect.runSync(plain.read(keys.flatMap((key) => store.records.get(key)?.ref ?? [])))
      const all = text([journal, records, [...store.claims], [...store.tallies]])
      return createHash("sha256").update(all).digest("hex")
    },
  }
}
