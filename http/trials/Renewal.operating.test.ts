/** A restore that is killed after the store took the next log and before its key is in force. strace kills it at that rename. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it, vi } from "vitest"
import { backups } from "../operate/testing/Backups.ts"
import { enrol, lodge, program } from "../operate/testing/Process.ts"

vi.setConfig({ testTimeout: 120_000 })

const { fresh, backup, court } = backups()
const calls = "?rename,?renameat,?renameat2"

it("PD17 §1 a restore that is killed between the commit of the next log and its key is finished by the next start", async () => {
  const data = fresh()
  const keys = join(data, "keys")
  // given a restore that dies as it puts the key of the next log in force
  // It renames the folder of the keys, the file of the store, and then the key.
  const inject = `inject=${calls}:error=EIO:signal=SIGKILL:when=3`
  const tracing = ["-f", "-qq", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", inject]
  const restore = [process.execPath, program, "restore", backup(), "--accept-loss"]
  const killed = spawn("strace", [...tracing, ...restore], {
    env: { ...process.env, COURT_DATA: data },
    stdio: "ignore",
  })
  await once(killed, "exit")
  expect(existsSync(join(keys, "log.next"))).toBe(true)
  // when the court is started, then it goes on in the next log
  const started = await court({ COURT_DATA: data })
  expect(existsSync(join(keys, "log.next"))).toBe(false)
  await lodge(started.url, await enrol(started.url, "another"))
  const checkpoint = async () => {
    const text = await (await fetch(`${started.url}/log/checkpoint`)).text()
    return text.split("\n").slice(0, 2).join(" ")
  }
  await expect.poll(checkpoint, { timeout: 30_000 }).toMatch(/^\S+\/log\/\d{8}T\d{9}Z [1-9]/)
})
