import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import type { Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Note } from "../../../core/log/index.ts"
import { command as program } from "../../bin/witness.ts"
import { makeKeys, readKeys, type WitnessKey } from "./Keys.ts"
import { type Memory, makeMemory, openMemory } from "./Memory.ts"
import { witnessServer } from "./Server.ts"
import { logOf } from "./testing/Log.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-witness-"))
const file = (name: string) => join(folder, name)
const origin = "court.example/log"
const log = logOf(origin)
writeFileSync(file("policy"), `log ${Note.formatVerifierKey(log.key)}\nquorum none\n`)

const add = (url: string, body: string | Uint8Array) =>
  fetch(`${url}/add-checkpoint`, { method: "POST", body: body as string })
const statusOf = async (url: string, body: string | Uint8Array) => (await add(url, body)).status

afterAll(() => rmSync(folder, { recursive: true }))

describe("a witness over HTTP", () => {
  let keys: ReadonlyArray<WitnessKey>
  let memory: Memory
  let server: Server
  let url: string
  let failing = false
  const failures: Array<unknown> = []
  beforeAll(async () => {
    makeKeys(file("key"), "witness.example/w1")
    keys = readKeys(file("key"))
    makeMemory(file("state"))
    memory = openMemory(file("state"))
    const full: Memory = {
      ...memory,
      keep: (...given) => {
        if (failing) throw new Error("no space left on device")
        memory.keep(...given)
      },
    }
    const witness = { keys, logs: [log.key], memory: full, now: () => 1_700_000_000_999 }
    server = witnessServer(witness, (error) => failures.push(error)).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  })
  afterAll(() => {
    server.close()
    memory.close()
  })

  it("C2SP tlog-witness 200 signs by each of its keys, and shows the checkpoint with its own and the log's signature", async () => {
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(origin))).toString("hex")
    expect((await fetch(`${url}/${hash}/checkpoint`)).status).toBe(404)
    const answer = await add(url, log.request(0, 5))
    expect(answer.status).toBe(200)
    const signatures = Note.parseSignatures(await answer.text()) ?? []
    const signed = { ...log.signed(5), signatures }
    expect(signatures).toHaveLength(LogVerifiers.nodeVerifiers.mlDsa44 === null ? 1 : 2)
    for (const { key } of keys)
      expect(Cosignature.signatureBy(key, signed, LogVerifiers.nodeVerifiers)).toBe("good")
    const shown = await fetch(`${url}/${hash}/checkpoint`)
    expect(shown.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    const note = Checkpoint.parseSigned(await shown.text())
    expect(note?.checkpoint.size).toBe(5)
    expect(note?.signatures.map(({ name }) => name)).toEqual([origin, ...keys.map(({ key }) => key.name)])
  })

  it("C2SP tlog-witness 409 tells the size in its own type, and a fork is never signed", async () => {
    const conflict = await add(url, log.request(0, 9))
    expect([conflict.status, conflict.headers.get("content-type")]).toEqual([409, "text/x.tlog.size"])
    expect(await conflict.text()).toBe("5\n")
    expect(await statusOf(url, log.forked("x").request(5, 9))).toBe(422)
    expect(await statusOf(url, log.forked("x", 4).request(5, 5))).toBe(422)
    expect(await statusOf(url, log.forked("x", 5).request(5, 6))).toBe(200)
    expect(await statusOf(url, log.request(5, 6))).toBe(409)
    expect(await statusOf(url, log.request(6, 6))).toBe(422)
  })

  it("C2SP tlog-witness of two requests at once, only one is signed", async () => {
    const forks = ["a", "b", "c", "d"].map((name) => log.forked(name, 5))
    const own = log.forked("x", 5)
    const statuses = await Promise.all([own, ...forks].map((fork) => statusOf(url, fork.request(6, 7))))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(memory.seen(origin)?.size).toBe(7)
  })

  it("C2SP tlog-witness bad input has a clear answer", async () => {
    const unknown = log.request(0, 5).replace(`\n${origin}\n`, "\nother.example\n")
    expect(await statusOf(url, unknown)).toBe(404)
    const broken = log.request(0, 5).replace(/\n5\n/, "\n6\n")
    expect(await statusOf(url, broken)).toBe(403)
    expect(await statusOf(url, log.request(5, 5).replace("old 5", "old 6"))).toBe(400)
    for (const body of ["", "old 0\n", "old -1\n\n", new Uint8Array([0xff, 0xfe, 10, 10])])
      expect(await statusOf(url, body)).toBe(400)
    expect(await statusOf(url, "x".repeat(200_000))).toBe(413)
    const got = await fetch(`${url}/add-checkpoint`)
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"])
    expect((await fetch(`${url}/${"0".repeat(64)}/checkpoint`)).status).toBe(404)
    const put = await fetch(`${url}/${"0".repeat(64)}/checkpoint`, { method: "PUT" })
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    expect((await fetch(`${url}/other`)).status).toBe(404)
    expect(failures).toEqual([])
  })

  it("C2SP tlog-witness a checkpoint that can't be kept is not signed", async () => {
    const own = log.forked("x", 5)
    failing = true
    const answer = await add(url, own.request(7, 8))
    failing = false
    expect([answer.status, await answer.text()]).toEqual([503, "the witness can't keep what it would sign\n"])
    expect(failures).toHaveLength(1)
    expect(memory.seen(origin)?.size).toBe(7)
  })
})

describe("agent-court witness", () => {
  const files = (name: string) => ({
    policy: file("policy"),
    state: file(`${name}.state`),
    key: file(`${name}.key`),
    port: "0",
  })
  type Flags = Readonly<Record<string, string>>
  /** The failure of the command, run in this process: a witness that fails listens nowhere. */
  const failure = async (flags: Flags): Promise<unknown> => {
    try {
      await program.run({ positionals: [], text: (flag) => flags[flag], on: () => false })
    } catch (error) {
      return error
    }
    return null
  }
  const saying = (words: string) => expect.objectContaining({ message: expect.stringContaining(words) })

  it("C2SP tlog-witness a witness that lost its memory, its key or its policy does not start", async () => {
    expect(await failure(files("new"))).toEqual(saying("give --name"))
    expect(await failure({ state: "x", key: "y" })).toEqual(saying("witness needs --policy"))
    const flags = files("lost")
    makeKeys(flags.key, "witness.example/lost")
    expect(await failure({ ...flags, name: "again" })).toEqual(saying("could sign a fork"))
    expect(existsSync(flags.state)).toBe(false)
    for (const spoiled of ["", "{", '{"court.example/log": "no checkpoint"}']) {
      writeFileSync(flags.state, spoiled)
      expect(await failure(flags)).toEqual(saying("lost.state"))
    }
  })

  it("C2SP tlog-policy a wrong policy or key is named", async () => {
    writeFileSync(file("bad"), "log x\nquorum none\n")
    writeFileSync(file("empty"), "quorum none\n")
    const told = (policy: string) => failure({ ...files("b"), policy: file(policy) })
    expect(await told("bad")).toEqual(saying("bad, line 1: the key of the log can't be read"))
    expect(await told("empty")).toEqual(saying("names no log"))
    expect(await told("nowhere")).toEqual(saying("nowhere can't be read"))
    for (const text of ["", "name\n", "name\n-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----\n"]) {
      writeFileSync(file("k"), text)
      expect(() => readKeys(file("k"))).toThrow(/key/)
    }
    expect(() => makeKeys(file("spaced"), "a b")).toThrow(/no space/)
  })
})
