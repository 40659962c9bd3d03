/** The examples of an embedder are programs that work: they are run as a person runs them, and print what their page says. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { freePort } from "../../adapters/outbound/FreePort.ts"

const run = (name: string, env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [join(import.meta.dirname, name)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })

const printed = async (name: string): Promise<string> => {
  const child = run(name)
  const chunks = await child.stdout.setEncoding("utf8").toArray()
  expect(child.exitCode ?? (await once(child, "close"))[0]).toBe(0)
  return chunks.join("")
}

it("PD14 §4 a quote that nobody accepts lapses, in a program with a court in one line", async () => {
  expect(await printed("quote.ts")).toBe("The quote has lapsed.\n")
})

it("Rule 4.1 a program plays a dispute from the dealing to the order honoured, and prints what the page says", async () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/embedding.md"), "utf8")
  const [, output] = /^```text\n(.*?)^```$/ms.exec(page) ?? []
  expect(await printed("dispute.ts")).toBe(output)
})

it("a court inside a server of somebody else's answers its own paths, leaves the others, and stops with the server", async () => {
  const port = await freePort()
  const child = run("node-server.ts", { PORT: String(port) })
  try {
    // given a server that has said where it is
    await once(child.stdout, "data")
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    // then the platform and the court answer beside each other
    expect(await (await at("/hello")).text()).toBe("This path is the platform's own.\n")
    expect(await (await at("/api/v1/docket")).json()).toMatchObject({ items: [] })
    expect((await at("/api/v1/agents/nobody")).status).toBe(404)
    expect((await at("/docs")).headers.get("content-type")).toContain("text/html")
    // and a stop ends both
    child.kill("SIGTERM")
    expect(await once(child, "close")).toEqual([0, null])
  } finally {
    child.kill("SIGKILL")
  }
})
