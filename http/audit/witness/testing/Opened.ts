/** For tests: an open witness over real HTTP, with the clock of the test. */
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { Note } from "../../../../core/log/index.ts"
import { parseRanges, trustRanges } from "../../../server/Incoming.ts"
import { makeEnrolled, openEnrolled } from "../Enrolled.ts"
import { type Enrolment, signEnrolment } from "../Enrolment.ts"
import { makeKeys, readKeys } from "../Keys.ts"
import { makeMemory, openMemory } from "../Memory.ts"
import { openWitness } from "../Open.ts"
import { witnessServer } from "../Server.ts"
import type { Log } from "./Log.ts"

/** The folder of the witnesses. A file of tests may remove it before another file of the same process uses it. */
export const folder = mkdtempSync(join(tmpdir(), "agent-court-open-"))
const closing: Array<() => void> = []
let made = 0
/** The clock of a witness that was just opened, in seconds since 1970. */
export const start = 1_764_400_000

export const close = () => {
  for (const one of closing.splice(0)) one()
}
export const removeFiles = () => rmSync(folder, { recursive: true })

/** `files`: the name of its files, by which it is opened again. The limits are those of the program. Callers are told apart by `X-Forwarded-For`, as behind a proxy. */
export const opened = async (
  named: ReadonlyArray<Log> = [],
  open = true,
  files = `${++made}`,
  proxy = "127.0.0.1",
) => {
  const file = (kind: string) => join(folder, `${files}.${kind}`)
  const clock = { seconds: start }
  mkdirSync(folder, { recursive: true })
  makeKeys(file("key"), "witness.example/w1")
  makeMemory(file("state"))
  makeEnrolled(file("open"))
  const [keys, memory] = [readKeys(file("key")), openMemory(file("state"))]
  const now = () => clock.seconds * 1000
  const logs = named.map(({ key }) => key)
  const enrolled = openEnrolled(file("open"), { own: keys.map(({ key }) => key), named: logs, memory })
  const local = parseRanges(proxy)
  const trusts = trustRanges(local._tag === "Right" ? local.right : [])
  const failed: Array<unknown> = []
  const given = open ? { open: openWitness({ keys, enrolled, now, monotonic: now }) } : {}
  const server = witnessServer(
    { keys, logs, memory, now, trusts, ...given },
    (error) => failed.push(error),
    1_000,
  )
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    server.close()
    server.closeAllConnections()
    memory.close()
  }
  closing.push(stop)
  const from = (caller: string) => ({ "x-forwarded-for": caller })
  const sent = async (path: string, body: string, caller: string) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", body, headers: from(caller) })
    return { status: answer.status, text: await answer.text(), retry: answer.headers.get("retry-after") }
  }
  const wants = (log: Log, changed: Partial<Enrolment> = {}) =>
    signEnrolment(
      {
        witness: Note.formatVerifierKey(needPresent(keys[0], "a key").key),
        log: log.key,
        perDay: 8_640,
        contact: "ops@log.example",
        time: clock.seconds,
        ...changed,
      },
      log.signing,
    )
  let callers = 0
  const stranger = () => `10.${++callers >> 8}.${callers & 255}.1`
  const send = (note: string, caller = stranger()) => sent("/enrol", note, caller)
  return {
    url,
    port,
    clock,
    keys,
    memory,
    failed,
    stranger,
    stop: () => {
      closing.splice(closing.indexOf(stop), 1)
      stop()
    },
    file: file("open"),
    wants,
    send,
    enrol: async (log: Log, changed: Partial<Enrolment> = {}, caller = stranger()) =>
      (await send(wants(log, changed), caller)).status,
    add: async (body: string, caller = stranger()) => (await sent("/add-checkpoint", body, caller)).status,
    added: (body: string, caller = stranger()) => sent("/add-checkpoint", body, caller),
    listed: async () => {
      const text = await (await fetch(`${url}/logs`, { headers: from(stranger()) })).text()
      return [...text.matchAll(/^vkey ([^+]+)\+/gm)].map(([, name]) => name)
    },
  }
}
