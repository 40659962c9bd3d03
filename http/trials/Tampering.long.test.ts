/** Whether `agent-court replay` notices that a court's records or its journal were changed by hand. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import { command as replay } from "../bin/replay.ts"
import { play } from "../examples/demo/Play.ts"
import { opened } from "../operate/testing/Opened.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-tampering-"))
const file = join(folder, "court.db")
const kept = join(folder, "journal.jsonl")
let court: Awaited<ReturnType<typeof opened>>
let db: Sqlite.Database

const quiet = { act: () => {}, step: () => {}, show: () => {}, quote: () => {}, leave: () => {} }
beforeAll(async () => {
  court = await opened(SqliteStore.layer({ file }))
  await play({ ...quiet, base: court.url, registrar: court.registrar, suffix: "one" })
  db = new Sqlite(file)
  for (const table of ["records", "journal", "blobs", "index_entries"])
    db.exec(`CREATE TABLE honest_${table} AS SELECT * FROM ${table}`)
  expect(await ran({ keep: kept })).toMatchObject({ code: 0 })
}, 60_000)
afterAll(async () => {
  db?.close()
  await court?.stop()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  for (const table of ["records", "journal", "blobs", "index_entries"])
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM honest_${table}`)
})

/** Replays the court; gives the exit code and what was printed. */
const ran = async (flags: Readonly<Record<string, string>> = {}) => {
  let said = ""
  const output = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text)
    return true
  })
  const code = await replay.run({ positionals: [court.url], text: (flag) => flags[flag], on: () => false })
  output.mockRestore()
  return { code, said }
}

const help = replay.help.join("\n")

// One entry of the play was attested and confirmed. The other became unsatisfied, and a correction after a dispute made it satisfied.
const honoured = "kind = 'entry' AND body ->> '$.decision' IS NULL"
const broken = "kind = 'entry' AND body ->> '$.decision' IS NOT NULL"
const set = (where: string, path: string, value: string): string =>
  `UPDATE records SET body = json_set(body, '${path}', ${value}) WHERE ${where}`
const told = (type: string, path: string, value: string): string =>
  `UPDATE journal SET data = json_set(data, '${path}', ${value}) WHERE type = '${type}'`
const agent = "kind = 'agent' AND body ->> '$.handle' = 'seller-one'"
const dealing = "kind = 'dealing' AND place = (SELECT min(place) FROM records WHERE kind = 'dealing')"
const judgment = "kind = 'judgment' AND id = '[2026] MC 1'"
const day = 86_400_000

/** One statement, or several. */
type Tampering = string | ReadonlyArray<string>
type Row = readonly [what: string, tampering: Tampering, said: RegExp]

const noticed: ReadonlyArray<Row> = [
  ["an entry's status", set(broken, "$.status", "'unsatisfied'"), /status is "satisfied" by the journal/],
  ["an entry's time fixed", set(honoured, "$.dueAt", `body ->> '$.dueAt' + ${day}`), /dueAt is/],
  [
    "an entry's window",
    set(honoured, "$.window", 'json(\'{"kind":"notice","opensAt":1,"closesAt":2}\')'),
    /window is null by the journal/,
  ],
  ["what an entry is about", set(honoured, "$.amountCents", "1"), /amountCents is 8000 by the journal/],
  ["who is bound by an entry", set(broken, "$.bound.handle", "'nobody'"), /bound is "silent-one"/],
  ["an adjustment, taken away", [set(broken, "$.adjustments", "json('[]')")], /adjustments/],
  ["an adjustment, made less", set(broken, "$.adjustments[0].delta", "-1"), /adjustments\.0\.delta is -3/],
  [
    "an adjustment, reversed",
    set(honoured, "$.adjustments[0].reversedAt", "body ->> '$.adjustments[0].at'"),
    /reversedAt is null by the journal/,
  ],
  ["an entry's finality", set(honoured, "$.finality.status", "'vacated'"), /finality is/],
  [
    "when an order was said to be performed",
    set(honoured, "$.attestation.date", "0"),
    /attestation\.date is/,
  ],
  ["an entry that is left out", `DELETE FROM records WHERE ${broken}`, /does not serve it/],
  [
    "an entry that is left out of the list",
    `DELETE FROM index_entries WHERE name = 'entries.register' AND record = (SELECT place FROM records WHERE ${broken})`,
    /the list lacks it/,
  ],
  [
    "an entry that no judgment opened",
    [
      `INSERT INTO records (kind, id, version, body) SELECT kind, 'x', 1, json_set(body, '$.id', 'x') FROM records WHERE ${honoured}`,
      "INSERT INTO index_entries (name, key, record) SELECT 'entries.register', '999999999999999/x', place FROM records WHERE id = 'x'",
    ],
    /entry x: the journal does not know it/,
  ],
  [
    "a reputation",
    set("kind = 'standing'", "$.reputation", "5"),
    /reputation is .* by the journal and 5 as served/,
  ],
  ["the counts of a record", set("kind = 'standing'", "$.counts.satisfied", "0"), /counts\.satisfied is 1/],
  ["a stake", set(agent, "$.stakeCents", "1"), /seller-one: stakeCents is 50000/],
  ["a manifest", set(agent, "$.manifest.authority", "'Anything.'"), /seller-one: manifest\.authority is/],
  ["what proves an operator", set(agent, "$.identity.status", "'proven'"), /operatorIdentity is "stated"/],
  ["when an agent enrolled", set(agent, "$.enrolledAt", "0"), /enrolledAt is/],
  [
    "a lodgement's number",
    `UPDATE records SET number = 40 WHERE ${dealing}`,
    /sequence is 1 by the journal and 40/,
  ],
  ["a lodgement's hash", set(dealing, "$.sha256", `'${"0".repeat(64)}'`), /sha256 is/],
  ["when a paper was lodged", set(dealing, "$.lodgedAt", "0"), /lodgedAt is/],
  ["a lodgement that is left out", `DELETE FROM records WHERE ${dealing}`, /dealing .*does not serve it/],
  [
    "a judgment's mark",
    set(judgment, "$.marks.vacated", "json('true')"),
    /marks\.vacated is false by the journal/,
  ],
  [
    "a judgment's finality",
    set(judgment, "$.finality", 'json(\'{"status":"vacated","until":null}\')'),
    /MC 1: finality is/,
  ],
  ["a judgment's title in the list", set(judgment, "$.title", "'Another'"), /MC 1: title is/],
  ["when a judgment was delivered", set(judgment, "$.deliveredAt", "0"), /MC 1: deliveredAt is/],
  [
    "the words of a judgment",
    "UPDATE blobs SET text = replace(text, '\"amountCents\":8000', '\"amountCents\":1') WHERE text LIKE '{\"court\":%'",
    /payloadSha256 is/,
  ],
  [
    "a seal",
    set("kind = 'seal' AND id = '[2026] MC 1'", "$.signature", `'${"0".repeat(128)}'`),
    /its seal fails rule 3/,
  ],
  [
    "a move left out of the journal",
    "DELETE FROM journal WHERE type = 'compliance.notified'",
    /data\.from is "open" by the rules/,
  ],
  [
    "the first event of an entry, left out",
    "DELETE FROM journal WHERE type = 'compliance.opened'",
    /never opened entry/,
  ],
  [
    "a lodgement left out of the journal",
    "DELETE FROM journal WHERE type = 'dealing.lodged'",
    /lodged is 0 by the journal/,
  ],
  [
    "a judgment left out of the journal",
    "DELETE FROM journal WHERE type = 'judgment.delivered' AND subject = 'judgment/[2026] MC 1'",
    /was delivered although \[2026\] MC 1 was next/,
  ],
  [
    "an enrolment left out of the journal",
    "DELETE FROM journal WHERE type = 'agent.enrolled' AND subject = 'agent/seller-one'",
    /seller-one: the journal has its acts or its orders, and not its enrolment/,
  ],
  [
    "an adjustment in the journal",
    told("compliance.unsatisfied", "$.delta", "-1"),
    /data\.delta is -3 by the rules/,
  ],
  [
    "a time fixed in the journal",
    told("compliance.attested", "$.dueAt", "'2020-01-01T00:00:00.000Z'"),
    /data\.dueAt is/,
  ],
  [
    "a status in the journal",
    told("compliance.confirmed", "$.status", "'pending'"),
    /data\.status is "satisfied" by the rules/,
  ],
  [
    "a rule in the journal",
    "UPDATE journal SET rules = '[\"PD11 §1\"]' WHERE type = 'compliance.attested'",
    /rules\.0 is/,
  ],
  [
    "when a move was made",
    `UPDATE journal SET at = at - ${day} WHERE type = 'compliance.confirmed'`,
    /by the journal|by the rules/,
  ],
  ["a number in the journal", told("dealing.lodged", "$.sequence", "40"), /sequence/],
  [
    "the order of the journal",
    [
      "UPDATE journal SET place = -1 WHERE type = 'compliance.confirmed'",
      "UPDATE journal SET place = (SELECT place FROM honest_journal WHERE type = 'compliance.confirmed') WHERE type = 'compliance.attested'",
      "UPDATE journal SET place = (SELECT place FROM honest_journal WHERE type = 'compliance.attested') WHERE place = -1",
    ],
    /the rules refuse|by the rules/,
  ],
  [
    "a move put into the journal",
    "INSERT INTO journal (id, at, type, subject, rules, data) SELECT 'x', at, type, subject, rules, data FROM journal WHERE type = 'compliance.attested'",
    /the rules refuse "attest" \(entry_state\)/,
  ],
  [
    "a finding put into the journal",
    'INSERT INTO journal (id, at, type, subject, rules, data) VALUES (\'x\', 1, \'compliance.adjusted\', \'judgment/[2026] MC 1\', \'["PD4 §2"]\', \'{"citation":"[2026] MC 1","adjustments":[{"agent":"seller-one","delta":-5}]}\')',
    /seller-one: reputation is -4 by the journal/,
  ],
]

/**
 * The changes that replay can't see, and the words of its help that say so; of these, `--since` sees the changes that rewrite the journal.
 */
const unseen: ReadonlyArray<readonly [what: string, tampering: Tampering, help: string, since: boolean]> = [
  [
    "a stake, in the journal and in the records alike",
    [told("agent.enrolled", "$.stakeCents", "7"), set("kind = 'agent'", "$.stakeCents", "7")],
    "a journal that was rewritten together with the records",
    true,
  ],
  [
    "an act left out of the journal and of the records",
    [
      "UPDATE records SET body = json_set(body, '$.review', json('null')) WHERE kind = 'dealing' AND body ->> '$.review' IS NOT NULL",
      "DELETE FROM journal WHERE type = 'dealing.reviewed'",
    ],
    "a journal that was rewritten together with the records",
    true,
  ],
  [
    "a stake of the past",
    "UPDATE records SET body = json_set(body, '$.cents', 7) WHERE kind = 'stake'",
    "an earlier stake in the records",
    false,
  ],
  [
    "the words of an attestation",
    set(honoured, "$.attestation.evidence", "'Nothing was paid.'"),
    "the words of an attestation",
    false,
  ],
  ["what was pleaded", set("kind = 'matter'", "$.title", "'Another'"), "pleadings", false],
]

describe("a court that is not tampered with", () => {
  it("PD17 §1 serves what its journal says, and its journal begins with the journal that was kept", async () => {
    expect(await ran({ since: kept, lodgements: "1" })).toMatchObject({ code: 0 })
  })
})

describe("a court that is tampered with", () => {
  it.each(noticed)("PD17 §1 replay notices %s", async (_what, tampering, said) => {
    for (const sql of [tampering].flat()) expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    const found = await ran()
    expect(found.said).toMatch(said)
    expect(found.code).toBe(1)
  })

  it.each(unseen)("PD17 §1 replay says that it can't see %s", async (_what, tampering, words, since) => {
    for (const sql of [tampering].flat()) expect(db.prepare(sql).run().changes).toBeGreaterThan(0)
    expect(await ran()).toMatchObject({ code: 0 })
    expect(help).toContain(words)
    const compared = await ran({ since: kept })
    expect(compared.code).toBe(since ? 1 : 0)
    if (since) expect(compared.said).toMatch(/the journal was rewritten: item \d+ was/)
  })

  it("PD17 §1 replay --since notices a journal that was cut short, and --keep then writes no file", async () => {
    db.exec("DELETE FROM journal WHERE place = (SELECT max(place) FROM journal)")
    const spare = join(folder, "spare.jsonl")
    const { code, said } = await ran({ since: kept, keep: spare })
    expect(said).toMatch(/and now there is no such item/)
    expect(code).toBe(1)
    expect(said).not.toContain("is kept in")
    expect(existsSync(spare)).toBe(false)
  })
})
