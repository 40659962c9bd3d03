/** The client in Python works: on Debian's Python, without any package, against a court as it is served. */
import { execFile } from "node:child_process"
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { opened } from "../operate/testing/Opened.ts"

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

  it("PD15 §6 wins a buyer what the criteria take off a delivery, with no wrong turn", async () => {
    const lines = await python([join(import.meta.dirname, "delivery.py"), court.url])
    expect(lines).toEqual([
      "before acceptance: This seller has a stake of USD 200.00 and no hold: an order could be for USD 200.00.",
      "missed: enough",
      "ordered: 4000",
      "the order is satisfied",
      expect.stringMatching(/^\d+ calls, 0 wrong turns$/),
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

  it("Rule 2.7 finds a call of the court by its key, and says of any other which check failed", async () => {
    const [own, retired] = [generateKeyPairSync("ed25519"), generateKeyPairSync("ed25519")]
    const jwkOf = (key: KeyObject) => ({ kty: "OKP", crv: "Ed25519", x: key.export({ format: "jwk" }).x })
    const jwks = { keys: [jwkOf(own.publicKey), jwkOf(retired.publicKey)] }
    const told = {
      type: "matter.served",
      agent: "buyer",
      data: { id: "n-1", text: "You are the respondent — so." },
    }
    const called = (body: string, seconds = 1_000, key = own.privateKey) => {
      const signature = sign(null, Buffer.from(`n-1.${seconds}.${body}`), key).toString("base64")
      const headers = {
        "Webhook-Id": "n-1",
        "webhook-timestamp": `${seconds}`,
        "webhook-signature": `v1a,${signature}`,
      }
      return [headers, body] as const
    }
    const [headers, body] = called(JSON.stringify(told))
    const { "Webhook-Id": _, ...without } = headers
    const calls = [
      [headers, body],
      called(body, 1_300),
      called(body, 1_301),
      called(body, 699),
      called(body, 1_000, retired.privateKey),
      [headers, body.replace("respondent", "claimant")],
      [without, body],
      [{ ...headers, "webhook-signature": `v1,AA ${headers["webhook-signature"]}` }, body],
      called(JSON.stringify({ ...told, agent: "thief" })),
      called("[]"),
    ]
    writeFileSync(join(folder, "calls.json"), JSON.stringify({ jwks, calls }))
    const lines = await says(
      "import json; from court import NotFromCourt, check_notice",
      "given = json.load(open('calls.json'))",
      "for headers, body in given['calls']:",
      "    try: print(check_notice(headers, body.encode(), 'buyer', given['jwks'], 1000)['data']['id'])",
      "    except NotFromCourt as found: print(*found.failed)",
      "for attempt in ({}, {'webhook-id': 'n-1'}):",
      "    try: court.check_notice(attempt, b'', 'buyer')",
      "    except NotFromCourt as found: print(found)",
    )
    const none = "the call is not the court's notice to this agent: headers"
    const found = ["n-1", "n-1", "time", "time", "signature", "signature", "headers", "n-1", "agent", "form"]
    expect(lines).toEqual([...found, none, none])
  })

  it("RFC 8032 verifies the signatures of its vectors, and no signature that is malleable or by a key of low order", async () => {
    const vectors = [
      [
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
      ],
      [
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
      ],
      [
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
      ],
    ]
    // Keys of low order, with a signature that such a key makes good for any message by the equation alone.
    const low = [`01${"00".repeat(31)}`, `ec${"ff".repeat(30)}7f`, "00".repeat(32), `${"00".repeat(31)}80`]
    expect(
      await says(
        "from court import verify_ed25519, _L",
        `vectors = ${JSON.stringify(vectors)}`,
        "for key, message, signature in [[bytes.fromhex(one) for one in vector] for vector in vectors]:",
        "    higher = (int.from_bytes(signature[32:], 'little') + _L).to_bytes(32, 'little')",
        "    others = (message + b'.', signature), (message, signature[:32] + higher), (message, signature[:63])",
        "    print(verify_ed25519(key, message, signature), *(verify_ed25519(key, *other) for other in others))",
        `for key in ${JSON.stringify(low)}:`,
        "    print(verify_ed25519(bytes.fromhex(key), b'any', bytes([1]) + bytes(63)))",
      ),
    ).toEqual([...vectors.map(() => "True False False False"), ...low.map(() => "False")])
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
