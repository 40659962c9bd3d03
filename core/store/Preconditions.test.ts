import { describe, expect, it } from "vitest"
import { type ChangeSet, empty, type Ref } from "./ChangeSet.ts"
import { examine, type Found, needsOf, recordKey } from "./Commit.ts"
import type { Receipt } from "./Store.ts"

const note = (id: string): Ref => ({ kind: "note", id })
const put = (id: string, expected: number) => ({ ref: note(id), expected, body: null, index: [] })
const check = (id: string, version: number) => ({ ref: note(id), version })
const kept: Receipt = { fingerprint: "f", reply: "done", numbers: [7], expiresAt: 2_000 }
const name = (claim: string, holder: string) => ({ claim, holder })
const lease = (id: string, token: string) => ({ id, token })
const receipt = (id: string, fingerprint: string) => ({ id, fingerprint, reply: null, expiresAt: 9_000 })

/** A store with note `a` at version 2, the name `x` held by `one`, task `t` leased under `token`, and a receipt `c`. */
const found: Found = {
  receipt: (id) => (id === "c" ? kept : null),
  version: ({ id }) => (id === "a" ? 2 : 0),
  holder: (claim) => (claim === "x" ? "one" : null),
  token: (task) => (task === "t" ? "token" : null),
}

const at = (changes: Partial<ChangeSet>): ChangeSet => ({ ...empty(1_000), ...changes })
const conflict = (what: object) => ({ _tag: "Conflict", stale: [], taken: [], lost: [], ...what })

describe("the examination of a change set", () => {
  it.each<readonly [string, Partial<ChangeSet>, unknown]>([
    ["a set that rests on nothing", {}, null],
    ["versions that are as expected", { checks: [check("a", 2), check("b", 0)], puts: [put("a", 2)] }, null],
    ["a checked version that has changed", { checks: [check("a", 1)] }, conflict({ stale: [note("a")] })],
    ["a new record that exists already", { puts: [put("a", 0)] }, conflict({ stale: [note("a")] })],
    [
      "a record that is checked and put, which the conflict names once",
      { checks: [check("a", 1)], puts: [put("a", 1), put("b", 3)] },
      conflict({ stale: [note("a"), note("b")] }),
    ],
    ["a name that is free", { claims: [name("y", "two")] }, null],
    ["a name that the same holder has", { claims: [name("x", "one")] }, null],
    ["a name that another holder has", { claims: [name("x", "two")] }, conflict({ taken: ["x"] })],
    [
      "a name that another holder has and this set frees",
      { claims: [name("x", "two")], releases: [name("x", "one")] },
      null,
    ],
    [
      "a name that is freed for somebody who does not have it",
      { claims: [name("x", "two")], releases: [name("x", "two")] },
      conflict({ taken: ["x"] }),
    ],
    [
      "a name that is claimed for two holders at once",
      {
        claims: [name("y", "one"), name("y", "two")],
      },
      conflict({ taken: ["y"] }),
    ],
    ["a lease that holds", { settles: [lease("t", "token")] }, null],
    ["a lease that another worker holds", { settles: [lease("t", "other")] }, conflict({ lost: ["t"] })],
    ["a lease of a task that does not exist", { settles: [lease("u", "token")] }, conflict({ lost: ["u"] })],
    [
      "several conflicts, all of which are named",
      { puts: [put("a", 0)], claims: [name("x", "two")], settles: [lease("u", "")] },
      conflict({ stale: [note("a")], taken: ["x"], lost: ["u"] }),
    ],
    ["the receipt of another command", { receipt: receipt("d", "f") }, null],
    [
      "its own receipt with the same fingerprint",
      { receipt: receipt("c", "f") },
      { _tag: "Replayed", receipt: kept },
    ],
    [
      "its own receipt with another fingerprint, which goes before any conflict",
      { receipt: receipt("c", "g"), puts: [put("a", 0)] },
      { _tag: "Mismatch" },
    ],
    ["a receipt that expires at this instant", { receipt: receipt("c", "g"), at: 2_000 }, null],
  ])("%s", (_what, set, answer) => {
    expect(examine(at(set), found)).toEqual(answer)
  })

  it("looks up only what `needsOf` names", () => {
    // given a set that rests on something of each sort
    const set = at({
      checks: [check("a", 2)],
      puts: [put("b", 0), put("a", 2)],
      claims: [{ claim: "x", holder: "one" }],
      releases: [{ claim: "y", holder: "one" }],
      settles: [{ id: "t", token: "token" }],
      cancels: ["u"],
      receipt: receipt("d", "f"),
    })
    // when each look-up of the examination is noted
    const asked: Array<string> = []
    const noting =
      <A, B>(of: (key: A) => B, name: (key: A) => string) =>
      (key: A): B => {
        asked.push(name(key))
        return of(key)
      }
    const answer = examine(set, {
      receipt: noting(found.receipt, (id) => `receipt ${id}`),
      version: noting(found.version, (ref) => `record ${recordKey(ref)}`),
      holder: noting(found.holder, (claim) => `claim ${claim}`),
      token: noting(found.token, (id) => `task ${id}`),
    })
    // then `needsOf` names all of them
    const { receipts, records, claims, tasks } = needsOf(set)
    expect(answer).toBeNull()
    expect([
      ...receipts.map((id) => `receipt ${id}`),
      ...records.map((ref) => `record ${recordKey(ref)}`),
      ...claims.map((claim) => `claim ${claim}`),
      ...tasks.map((id) => `task ${id}`),
    ]).toEqual(expect.arrayContaining(asked))
    expect([receipts, records, claims, tasks]).toEqual([
      ["d"],
      [note("a"), note("b")],
      ["x", "y"],
      ["t", "u"],
    ])
  })
})
