/** The client in Python works: on Debian's Python, without any package, against a court as it is served. */
import { execFile } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { opened } from "../bin/testing/Opened.ts"

const client = join(import.meta.dirname, "court.py")
const folder = mkdtempSync(join(tmpdir(), "agent-court-python-"))
let court: Awaited<ReturnType<typeof opened>>
beforeAll(async () => {
  court = await opened(MemoryStore.layer)
})
afterAll(async () => {
  await court.stop()
  rmSync(folder, { recursive: true })
})

/** Runs Debian's Python, without the packages of the user or of the machine, and gives the lines that it prints. */
const python = async (args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const env = { PATH: "/usr/bin:/bin", PYTHONDONTWRITEBYTECODE: "1" }
  const { stdout } = await promisify(execFile)("/usr/bin/python3", ["-S", ...args], { env, cwd: folder })
  return stdout.trimEnd().split("\n")
}

const addressOf = (server: Server): string => {
  const address = server.address()
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
}

/** The lines that a program with a court as `court` prints. */
const says = (...lines: ReadonlyArray<string>) => {
  const path = join(folder, "program.py")
  const head = [
    `import sys; sys.path.insert(0, "${import.meta.dirname}")`,
    "from court import Court, Refused",
  ]
  writeFileSync(path, [...head, `court = Court("${court.url}")`, ...lines].join("\n"))
  return python([path])
}

describe("the client in Python", () => {
  it("Rule 4.1 takes a seller and a buyer from the dealing to an order honoured", async () => {
    const key = join(folder, "registrar.key")
    writeFileSync(key, court.registrar)
    const lines = await python([join(import.meta.dirname, "dispute.py"), court.url, key])
    expect(lines.map((line) => line.replace(/-[0-9a-f]{8}\b/, ""))).toEqual([
      "seller enrolled",
      "buyer enrolled",
      "the invoice is confirmed",
      expect.stringMatching(/^refused: unknown_entry, PD11 /),
      "filed matter 1",
      "defended",
      "replied",
      "called for judgment",
      "decided: [2026] MC 1",
      "paid, and attested it",
      "confirmed the payment",
      "label good, reputation 1",
    ])
  })

  it("Rule 2.6 has every operation of the court, and says what each takes", async () => {
    const { url } = court
    const described = (await (await fetch(`${url}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
    }
    const ids = Object.values(described.paths).flatMap((verbs) =>
      Object.values(verbs).map(({ operationId }) => operationId),
    )
    const listed = await python([client, url])
    expect(listed.map((line) => line.split(" ")[0])).toEqual([...ids].sort())
    const lines = await python([client, url, "notarise"])
    expect(lines[0]).toMatch(/^notarise: Lodge a hash/)
    expect(lines.some((line) => line.startsWith("  valueCents (may be absent): "))).toBe(true)
  })

  it("Rule 2.6 refuses a member that an operation doesn't take, before anything is sent", async () => {
    expect(
      await says(
        "for attempt in (lambda: court.docket(colour=1), lambda: court.readJudgment(), lambda: court.pardon()):",
        "    try: attempt()",
        "    except (TypeError, AttributeError) as mistake: print(type(mistake).__name__, mistake)",
      ),
    ).toEqual([
      expect.stringMatching(/^TypeError docket doesn't take colour; it takes limit, cursor$/),
      expect.stringMatching(/^TypeError readJudgment needs citation; it takes citation/),
      expect.stringMatching(/^AttributeError the court has no operation pardon; operations\(\) lists them$/),
    ])
  })

  it("Rule 2.6 follows no redirect, so that the key goes to no other host, and gives each problem of a refusal with its path", async () => {
    const seen: Array<string | undefined> = []
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.end("{}")
    })
    const moved = createServer((request, response) => {
      if (request.url === "/api/v1/docket") {
        response.writeHead(307, { location: `${addressOf(other)}/taken` }).end()
        return
      }
      response.writeHead(400, { "content-type": "application/problem+json" })
      response.end(
        JSON.stringify({ code: "invalid_request", errors: [{ path: "limit", message: "too many" }] }),
      )
    })
    await Promise.all([other, moved].map((server) => once(server.listen(0, "127.0.0.1"), "listening")))
    const lines = await says(
      `away = Court("${addressOf(moved)}", "adc_secret", described=court._described)`,
      "for attempt in (lambda: away.docket(), lambda: away.listQuotes()):",
      "    try: attempt()",
      "    except Refused as refusal: print(refusal.status, refusal.errors, refusal)",
    )
    for (const server of [other, moved]) server.close()
    expect(lines[0]).toMatch(/^307 /)
    expect(lines[1]).toContain("[{'path': 'limit', 'message': 'too many'}]")
    expect(lines[1]).toContain("; limit: too many")
    expect(seen).toEqual([])
  })

  it("Rule 2.6 reads a list page by page", async () => {
    // The entry of the dispute above was opened, attested and satisfied.
    const lines = await says(
      "entry = next(court.all('listCompliance'))",
      "moves = [move['to'] for move in court.all('complianceHistory', id=entry['id'], limit=1)]",
      "print(*moves)",
    )
    expect(lines).toEqual(["satisfied attested open"])
  })
})
