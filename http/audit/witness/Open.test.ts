/** An open witness over real HTTP: who gets a place, what a place is worth, and how thieves of places and liars fare. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Checkpoint, Cosignature, Note, Records } from "../../../core/log/index.ts"
import { command } from "../../bin/enrol.ts"
import { bounds } from "./Enrolled.ts"
import { readEnrolment, signEnrolment } from "./Enrolment.ts"
import { logOf } from "./testing/Log.ts"
import { close, folder, opened, removeFiles, start } from "./testing/Opened.ts"

afterEach(close)
afterAll(removeFiles)

describe("a place at an open witness", () => {
  it("C2SP tlog-witness given a log that asks by its own key, then it is listed, and its checkpoints are signed as it grows", async () => {
    const witness = await opened()
    const log = logOf("log.example/one")
    expect(await witness.add(log.request(0, 5))).toBe(404)
    expect(await witness.send(witness.wants(log))).toEqual({
      status: 201,
      text: `vkey ${Note.formatVerifierKey(log.key)}\nqpd 8640\ncontact ops@log.example\n`,
      retry: null,
    })
    const answer = await witness.added(log.request(0, 5))
    const signed = { ...log.signed(5), signatures: Note.parseSignatures(answer.text) ?? [] }
    expect(answer.status).toBe(200)
    for (const { key } of witness.keys)
      expect(Cosignature.signatureBy(key, signed, LogVerifiers.nodeVerifiers)).toBe("good")
    expect(await witness.add(log.request(5, 9))).toBe(200)
    const list = await (await fetch(`${witness.url}/logs`)).text()
    expect(list).toBe(
      [
        ...witness.keys.map(({ key }) => `# Witness: ${Note.formatVerifierKey(key)}`),
        "logs/v0",
        "",
        `vkey ${Note.formatVerifierKey(log.key)}`,
        "qpd 8640",
        "contact ops@log.example",
        "",
      ].join("\n"),
    )
    expect(witness.failed).toEqual([])
  })

  it("C2SP tlog-witness given no --open, then nobody enrols, and there is no list", async () => {
    const log = logOf("log.example/one")
    const witness = await opened([], false)
    expect(await witness.enrol(log)).toBe(404)
    expect((await fetch(`${witness.url}/logs`)).status).toBe(404)
    expect(await witness.add(log.request(0, 5))).toBe(404)
  })

  it("C2SP tlog-witness given a restart, then places, their keys and what was signed are as before", async () => {
    const [log, thief] = [logOf("log.example/one"), logOf("log.example/one")]
    const first = await opened([], true, "again")
    expect(await first.enrol(log)).toBe(201)
    expect(await first.add(log.request(0, 5))).toBe(200)
    first.stop()
    const second = await opened([], true, "again")
    expect(await second.listed()).toEqual(["log.example/one"])
    expect(await second.enrol(log)).toBe(200)
    expect(await second.enrol(thief)).toBe(409)
    expect(await second.add(log.request(5, 5))).toBe(200)
    expect(await second.add(log.request(4, 5))).toBe(409)
  })

  it("C2SP tlog-witness given a log that changes its rate, then it counts after an hour, and a replayed request changes nothing", async () => {
    const witness = await opened()
    const log = logOf("log.example/one")
    const old = witness.wants(log)
    await witness.send(old)
    witness.clock.seconds += 60
    expect(await witness.enrol(log, { perDay: 24 })).toBe(429)
    witness.clock.seconds += bounds.between
    const changed = witness.wants(log, { perDay: 24 })
    expect((await witness.send(changed)).text).toContain("qpd 24")
    const back = witness.wants(log, { time: witness.clock.seconds - 60 })
    expect(await witness.send(back)).toMatchObject({ status: 200, text: expect.stringContaining("qpd 24") })
    expect((await witness.send(old)).status).toBe(400)
  })
})

describe("agent-court enrol", () => {
  const ran = (url: string, flags: Readonly<Record<string, string>>) =>
    command
      .run({ positionals: [url], text: (flag) => flags[flag], on: () => false })
      .then(String, (error: Error) => error.message)

  it("C2SP tlog-witness given a court's keys, then its log has a place; given keys that name no log, it says so", async () => {
    const witness = await opened()
    const keys = join(folder, "keys")
    expect(await ran(witness.url, { keys, contact: "ops" })).toContain("start the court once")
    const { log } = FileKeys.open(keys)
    FileKeys.keepLogName(keys, Note.formatVerifierKey(Records.keyOf("court.example/log", log.publicKey)))
    // The clock of the witness is that of the computer here, since the command reads it.
    witness.clock.seconds = Math.floor(Date.now() / 1000)
    expect(await ran(witness.url, { keys, contact: "ops", qpd: "24" })).toBe("0")
    expect(await witness.listed()).toEqual(["court.example/log"])
    expect(await ran(witness.url, { keys })).toContain("--contact")
    expect(await ran(witness.url, { keys, contact: "ops", qpd: "99999" })).toContain("the witness refused")
    expect(await ran("ftp://x", { keys, contact: "ops" })).toContain("something else")
    const closed = await opened([], false)
    expect(await ran(closed.url, { keys, contact: "ops" })).toContain("no open witness")
  })
})

describe("thieves of places", () => {
  it("C2SP tlog-witness given the origin of another, then another key gets nothing, even once the place has gone", async () => {
    const witness = await opened([], true, "gone")
    const [log, thief] = [logOf("log.example/one"), logOf("log.example/one")]
    await witness.enrol(log)
    expect(await witness.enrol(thief)).toBe(409)
    expect(await witness.add(thief.request(0, 5))).toBe(403)
    expect(await witness.add(log.request(0, 5))).toBe(200)
    writeFileSync(witness.file, "[]\n")
    witness.stop()
    const later = await opened([], true, "gone")
    expect(await later.listed()).toEqual([])
    expect(await later.enrol(thief)).toBe(409)
    expect(await later.enrol(log)).toBe(201)
  })

  it("C2SP tlog-witness given a log that the operator named, then nobody enrols its origin", async () => {
    const log = logOf("log.example/one")
    const witness = await opened([log])
    expect(await witness.enrol(logOf("log.example/one"))).toBe(409)
    expect(await witness.enrol(log)).toBe(409)
    expect(await witness.add(log.request(0, 5))).toBe(200)
    expect(await witness.listed()).toEqual([])
  })

  it("C2SP signed-note given a request for another witness, of another time, or by another key, then it is refused", async () => {
    const witness = await opened()
    const [log, thief] = [logOf("log.example/one"), logOf("log.example/two")]
    const other = await opened()
    expect(await witness.send(other.wants(log))).toMatchObject({ status: 400 })
    for (const apart of [-bounds.apart - 1, bounds.apart + 1])
      expect(await witness.enrol(log, { time: start + apart })).toBe(400)
    const forged = signEnrolment(
      {
        witness: Note.formatVerifierKey(needPresent(witness.keys[0], "a key").key),
        log: log.key,
        perDay: 1,
        contact: "thief",
        time: start,
      },
      thief.signing,
    )
    expect(await witness.send(forged)).toMatchObject({ status: 403 })
    expect(await witness.send(witness.wants(log).replace("qpd 8640", "qpd 8641"))).toMatchObject({
      status: 403,
    })
    expect(await witness.listed()).toEqual([])
  })

  it("C2SP signed-note given a checkpoint, then it can't be read as a request, nor a request as a checkpoint", async () => {
    const witness = await opened()
    const log = logOf("log.example/one")
    const checkpoint = log.request(0, 5).slice("old 0\n\n".length)
    expect(Checkpoint.parseSigned(checkpoint)).not.toBeNull()
    expect(readEnrolment(checkpoint)).toBe("malformed")
    expect(Checkpoint.parseSigned(witness.wants(log))).toBeNull()
  })

  it.each([
    ["a contact of two lines", { contact: "a\nlog x" }],
    ["a contact that turns a line around", { contact: "a\u202eb" }],
    ["a long contact", { contact: "a".repeat(201) }],
    ["no rate", { perDay: 0 }],
    ["a rate above the greatest", { perDay: 43_201 }],
    ["a key of another type", { log: Note.makeVerifierKey("log.example/one", 4, new Uint8Array(32)) }],
    ["a name that looks like another", { log: Note.makeVerifierKey("lоg.example", 1, new Uint8Array(32)) }],
  ])("C2SP signed-note given %s, then it is refused", async (_, changed) => {
    const witness = await opened()
    expect(await witness.enrol(logOf("log.example/one"), changed)).toBe(400)
  })

  it("C2SP signed-note given a key of low order, for which anybody can sign, then it is refused", async () => {
    const witness = await opened()
    const low = Uint8Array.of(1, ...new Uint8Array(31))
    const key = Note.makeVerifierKey("log.example/low", Note.signatureTypes.ed25519, low)
    const anybody = { ...logOf("x.example"), key, signing: () => Uint8Array.of(1, ...new Uint8Array(63)) }
    expect(await witness.enrol(anybody)).toBe(403)
  })

  it("C2SP tlog-witness given one address, then it gets three places in a day; given many, twenty", async () => {
    const witness = await opened()
    const names = Array.from({ length: 25 }, (_, i) => logOf(`squat.example/${i}`))
    const one = await Promise.all(names.slice(0, 5).map((log) => witness.enrol(log, {}, "192.0.2.1")))
    expect(one.toSorted()).toEqual([201, 201, 201, 429, 429])
    const many = await Promise.all(names.slice(5).map((log) => witness.enrol(log)))
    expect(many.filter((status) => status === 201)).toHaveLength(17)
    const refused = await witness.send(witness.wants(logOf("late.example")))
    expect([refused.status, Number(refused.retry) > 0]).toEqual([429, true])
    expect(await witness.listed()).toHaveLength(20)
  })

  it("C2SP tlog-witness given squatters in all places, then each that sent nothing goes after a day, and the quietest goes after 90", async () => {
    const witness = await opened()
    const logs = Array.from({ length: bounds.places }, (_, i) => logOf(`squat.example/${i}`))
    const [active, quiet] = [needPresent(logs[0], "a log"), needPresent(logs[1], "a log")]
    let posts = false
    const fill = async () => {
      for (const log of logs) {
        witness.clock.seconds += 4_400
        expect([200, 201]).toContain(await witness.enrol(log))
        if (posts) expect(await witness.add(log.request(0, 1))).toBe(200)
      }
    }
    // They enrol over five days and send nothing: no more than a day's worth of them has a place.
    await fill()
    expect((await witness.listed()).length).toBeLessThan(21)
    posts = true
    await fill()
    expect(await witness.listed()).toHaveLength(bounds.places)
    const late = logOf("late.example")
    expect(await witness.enrol(late)).toBe(503)
    witness.clock.seconds += bounds.quiet
    for (const log of logs) if (log !== quiet) expect(await witness.add(log.request(1, 2))).toBe(200)
    expect(await witness.enrol(late)).toBe(201)
    expect(await witness.listed()).not.toContain(quiet.key.name)
    expect(await witness.listed()).toContain(active.key.name)
    // Its place has gone; the witness still knows it, so that nobody else gets its origin, and no fork of it is signed.
    expect(await witness.add(quiet.request(1, 2))).toBe(404)
    expect(await witness.enrol(logOf(quiet.key.name))).toBe(409)
    expect(witness.memory.seen(quiet.key.name)?.size).toBe(1)
  }, 60_000)
})

describe("liars about logs", () => {
  it("C2SP tlog-witness given a log that enrolled, then a fork and a smaller tree are not signed", async () => {
    const witness = await opened()
    const log = logOf("log.example/one")
    await witness.enrol(log)
    expect(await witness.add(log.request(0, 9))).toBe(200)
    expect(await witness.add(log.forked("fork").request(9, 20))).toBe(422)
    expect(await witness.add(log.forked("fork").request(9, 9))).toBe(422)
    expect(await witness.add(log.request(0, 5))).toBe(409)
    expect(await witness.add(log.request(5, 5))).toBe(409)
  })

  it("C2SP tlog-witness given a log beyond its own rate, then it waits; a stranger who repeats its checkpoint uses up nothing and writes nothing", async () => {
    const witness = await opened()
    const [log, other] = [logOf("log.example/one"), logOf("log.example/two")]
    await witness.enrol(log, { perDay: 48 })
    await witness.enrol(other)
    expect(await witness.add(log.request(0, 1))).toBe(200)
    const before = witness.memory.noteOf("log.example/one")
    for (let i = 0; i < 10; i++) expect(await witness.add(log.request(1, 1))).toBe(200)
    expect(witness.memory.noteOf("log.example/one")).toBe(before)
    expect(await witness.add(log.request(1, 2))).toBe(200)
    const refused = await witness.added(log.request(2, 3))
    expect([refused.status, refused.retry]).toEqual([429, "1800"])
    expect(witness.memory.seen("log.example/one")?.size).toBe(2)
    expect(await witness.add(other.request(0, 1))).toBe(200)
    witness.clock.seconds += 1_800
    expect(await witness.add(log.request(2, 3))).toBe(200)
  })
})
