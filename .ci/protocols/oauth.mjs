// The `auth` conformance tests of MCP, as far as they know client credentials and signed assertions. They try clients against a server of
// their own, and no server. So a client that they pass is taken, and the same program connects to the court by the same kinds of
// credentials. Not covered: the tests of logging in on a page (authorization code, PKCE, registration, scopes), which a court does not have.
// The versions 0.2 in preparation try authorization servers too, but they require that it logs people in:
// `code` among the response types and PKCE, so that no court can pass them.
import { execFile } from "node:child_process"
import { ECDH, generateKeyPairSync, sign } from "node:crypto"
import { promisify } from "node:util"
import { base58 } from "@scure/base"
import { enrolmentBody } from "../../http/testing/Bodies.ts"

const client = "oauthClient.mjs"
const here = import.meta.dirname
const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
const scenarios = ["auth/client-credentials-basic", "auth/client-credentials-jwt"]
const run = promisify(execFile)

/** Whether the court takes what the client sends with this context. Any other fault of the client is thrown. */
const connects = async (url, context) => {
  const env = { ...process.env, MCP_CONFORMANCE_CONTEXT: JSON.stringify(context) }
  return run(process.execPath, [client, `${url}/mcp`], { cwd: here, env }).then(
    () => true,
    ({ stderr }) => {
      if (!/invalid_client|Unauthorized|InvalidClient/i.test(stderr)) throw new Error(stderr)
      return false
    },
  )
}

const post = async (url, path, body, apiKey) => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
  })
  const read = await answer.json()
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(read)}`)
  return read
}

const pemOf = (pair) => pair.privateKey.export({ type: "pkcs8", format: "pem" })
const newPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" })

/** The name of a P-256 key: its code (0x1200, as a varint), and its point in the short form. */
const didOf = ({ publicKey }) => {
  const { x, y } = publicKey.export({ format: "jwk" })
  const halves = [x, y].map((half) => Buffer.from(half, "base64url"))
  const short = ECDH.convertKey(
    Buffer.concat([Buffer.of(4), ...halves]),
    "prime256v1",
    null,
    null,
    "compressed",
  )
  return `did:key:z${base58.encode(Uint8Array.of(0x80, 0x24, ...short))}`
}

/** Enrols an agent that proves a key, and gives what a host of it has to know in either way. */
const enrolAgent = async (url) => {
  const handle = "oauth-host"
  const { apiKey } = await post(url, "/enrol", enrolmentBody(handle))
  const pair = newPair()
  const proofs = `/agents/${handle}/proofs`
  const did = didOf(pair)
  const { id, challenge } = await post(url, proofs, { method: "did_key", did }, apiKey)
  const signed = sign("sha256", Buffer.from(challenge), { key: pair.privateKey, dsaEncoding: "ieee-p1363" })
  await post(url, `${proofs}/${id}`, { signature: signed.toString("base64url") }, apiKey)
  return { handle, apiKey, name: `${did}#${did.slice("did:key:".length)}`, pair }
}

/** Throws if the suite finds fault with the client, or if the court does not take that client, or takes it with a wrong credential. */
export const oauthByClient = async (url) => {
  for (const scenario of scenarios)
    await run(
      process.execPath,
      [suite, "client", "--command", `${process.execPath} ${client}`, "--scenario", scenario],
      {
        cwd: here,
      },
    )
  const { handle, apiKey, name, pair } = await enrolAgent(url)
  const bySecret = { client_id: handle, client_secret: apiKey, call: "inbox" }
  const byKey = {
    client_id: name,
    private_key_pem: pemOf(pair),
    signing_algorithm: "ES256",
    call: "inbox",
  }
  const wrong = [
    { ...bySecret, client_secret: `${apiKey.slice(0, -4)}0000` },
    { ...byKey, private_key_pem: pemOf(newPair()) },
  ]
  for (const context of [bySecret, byKey])
    if (!(await connects(url, context))) throw new Error(`the court refuses ${context.client_id}`)
  for (const context of wrong)
    if (await connects(url, context))
      throw new Error(`the court takes a wrong credential of ${context.client_id}`)
  console.log(
    "The client that the OAuth tests of MCP pass connects to the court by either credential, and by no wrong one.",
  )
}
