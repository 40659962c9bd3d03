/** Witnesses of courts, for the tests of a file, and what a court has published of its log. */
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Note } from "../../../core/log/index.ts"
import * as Client from "../Client.ts"
import { makeKeys, readKeys } from "../witness/Keys.ts"
import { makeMemory, openMemory } from "../witness/Memory.ts"
import { witnessServer } from "../witness/Server.ts"

/** Waits until the log has published all that the court recorded. Gives the text of its checkpoint, and its size. */
export const publishedOf = async (url: string): Promise<{ readonly text: string; readonly size: number }> => {
  let found = { text: "", size: 0 }
  const lacking = async (): Promise<number> => {
    const journal = (await Client.call(url, "GET", "/api/v1/journal?limit=100")) as {
      readonly items: ReadonlyArray<object>
    }
    const text = await (await fetch(`${url}/log/checkpoint`)).text()
    found = { text, size: Number(text.split("\n")[1]) }
    return journal.items.length - found.size
  }
  await expect.poll(lacking, { timeout: 30_000, interval: 200 }).toBe(0)
  return found
}

/** Call it once, at the top of a file. `fresh` names new folders. All witnesses are closed at the end. */
export const witnesses = (fresh: () => string) => {
  const closing: Array<() => void> = []
  afterAll(() => {
    for (const close of closing) close()
  })
  return {
    /**
     * A witness that follows these logs, and the file of a policy that asks for it. `showing`: whether it shows what it signed last. `seen`
     * is the checkpoint that it signed last.
     */
    witness: async (showing: boolean) => {
      const folder = fresh()
      mkdirSync(folder)
      const file = (name: string) => join(folder, name)
      makeKeys(file("key"), "w.example")
      makeMemory(file("state"))
      const logs: Array<Note.VerifierKey> = []
      const [keys, memory] = [readKeys(file("key")), openMemory(file("state"))]
      const server = witnessServer({ keys, logs, memory, now: Date.now }, () => {})
      if (!showing)
        server.prependListener("request", (request) => {
          if (request.method === "GET") request.url = "/hidden"
        })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      closing.push(() => {
        server.close()
        server.closeAllConnections()
        memory.close()
      })
      const address = server.address()
      const port = typeof address === "object" ? address?.port : 0
      const vkey = Note.formatVerifierKey(needPresent(keys[0], "a key").key)
      writeFileSync(file("policy"), `witness w ${vkey} http://127.0.0.1:${port}\nquorum w\n`)
      const seen = (origin: string) => memory.noteOf(origin)
      return { logs, policy: file("policy"), seen }
    },
  }
}
