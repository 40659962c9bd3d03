/** A witness that is killed, as a process of its own, which is started three times. */
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, describe, expect, it } from "vitest"
import { Checkpoint, Note } from "../../../core/log/index.ts"
import { command as program } from "../../bin/witness.ts"
import { command } from "../../operate/testing/Process.ts"
import { logOf } from "./testing/Log.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-witness-"))
const file = (name: string) => join(folder, name)
const log = logOf("court.example/log")
writeFileSync(file("policy"), `log ${Note.formatVerifierKey(log.key)}\nquorum none\n`)
afterAll(() => rmSync(folder, { recursive: true }))

const statusOf = async (url: string, body: string) =>
  (await fetch(`${url}/add-checkpoint`, { method: "POST", body })).status

describe("agent-court witness", () => {
  const flags = { policy: file("policy"), state: file("state"), key: file("key"), port: "0" }
  type Flags = Readonly<Record<string, string>>
  const started = async (flags: Flags) => {
    const running = command(
      ["witness", ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
      {},
    )
    const { stdout } = running.child
    if (stdout === null) throw new Error("no output")
    for await (const line of createInterface({ input: stdout })) {
      const url = /open at (\S+)/.exec(line)?.[1]
      if (url !== undefined) return { ...running, url }
    }
    throw new Error(running.written.error)
  }
  it("C2SP tlog-witness killed at any moment, it signs no other tree than before, and one process has the state", async () => {
    let size = 0
    let running = await started({ ...flags, name: "witness.example/of" })
    for (const round of [1, 2]) {
      const ended = once(running.child, "exit")
      expect(await statusOf(running.url, log.request(size, ++size))).toBe(200)
      setTimeout(() => running.child.kill("SIGKILL"), 11 * round)
      try {
        while ((await statusOf(running.url, log.request(size, size + 1))) === 200) size++
      } catch {
        // It was killed while it answered.
      }
      await ended
      running = await started(flags)
      const [note = ""] = Object.values<string>(JSON.parse(readFileSync(flags.state, "utf8")))
      const kept = Checkpoint.parseSigned(note)?.checkpoint.size ?? 0
      // Every checkpoint that was answered is kept; the checkpoint that was kept last may not have been answered.
      expect([size, size + 1]).toContain(kept)
      size = kept
      const fork = log.forked("fork", size - 1)
      expect(await statusOf(running.url, fork.request(size, size))).toBe(422)
      expect(await statusOf(running.url, fork.request(size - 1, size))).toBe(409)
    }
    // The command in this process, which listens nowhere if it fails.
    const another = program.run({
      positionals: [],
      text: (flag) => (flags as Flags)[flag],
      on: () => false,
    })
    await expect(another).rejects.toThrow("another process is the witness")
    running.child.kill("SIGTERM")
    expect(await running.ended).toBe(0)
  })
})
