/** A sandbox on one machine tries documents of evidence that this machine publishes, if it is started for that. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import { describe, expect, it } from "vitest"
import { listen } from "../../adapters/outbound/testing/Listening.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import * as Client from "../audit/Client.ts"
import { services } from "../court/Composition.ts"
import { sandbox } from "../court/Config.ts"
import { start } from "../operate/Running.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { keyPair } from "../testing/KeyPair.ts"

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("a sandbox and the documents of its own machine", () => {
  it.each([
    [true, true],
    [false, false],
  ])(
    "Rule 4.11 given local services: %s, then a did:web of this machine is read: %s",
    async (localServices, isRead) => {
      // given a token by a key that a host of this machine publishes
      const pair = keyPair(23)
      let did = ""
      const { port } = await listen((_request, response) => {
        const method = { id: `${did}#k`, type: "JsonWebKey2020", controller: did, publicKeyJwk: pair.jwk }
        const document = { id: did, verificationMethod: [method], assertionMethod: [`${did}#k`] }
        response.end(JSON.stringify(document))
      })
      did = `did:web:127.0.0.1%3A${port}`
      const input = `${encode({ alg: "EdDSA", kid: `${did}#k` })}.${encode({ n: 1 })}`
      // when a court that was started so checks it
      const data = mkdtempSync(join(tmpdir(), "agent-court-local-"))
      const config = { ...sandbox(data), localServices }
      const court = await start(config, services(config, Layer.fresh(MemoryStore.layer)))
      try {
        const enrolled = await Client.request(court.url, "POST", "/api/v1/enrol", {
          body: enrolmentBody("seller", "seller"),
        })
        const { apiKey } = enrolled.body as { readonly apiKey: string }
        const { body } = await Client.request(court.url, "POST", "/api/v1/evidence/check", {
          token: apiKey,
          body: { content: `${input}.${pair.sign(input)}` },
        })
        // then the key is found only if documents of this machine are read
        const { verified } = body as {
          readonly verified: { readonly checks: ReadonlyArray<{ check: string; holds: boolean }> }
        }
        expect(verified.checks).toEqual(
          expect.arrayContaining([expect.objectContaining({ check: "signature", holds: isRead })]),
        )
      } finally {
        await court.stop()
        rmSync(data, { recursive: true, force: true })
      }
    },
  )
})
