/** A witness over HTTP (C2SP tlog-witness): `POST /add-checkpoint`, and the latest checkpoint of each log for monitors. */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import {
  decideWitness,
  formatNote,
  formatSignature,
  parseWitnessRequest,
  type SignedCheckpoint,
  signatureBy,
  signCheckpoint,
  type VerifierKey,
} from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"
import type { WitnessKey } from "./Keys.ts"
import type { Memory } from "./Memory.ts"

export interface Witness {
  readonly keys: ReadonlyArray<WitnessKey>
  readonly logs: ReadonlyArray<VerifierKey>
  readonly memory: Memory
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string
  readonly allow?: string
}

/** Enough for 63 hashes and 16 signatures of the longest kind. */
const bodyBytesMax = 128_000
const plain = "text/plain; charset=utf-8"
const refuseWith = (status: number, why: string): Answer => ({ status, body: `${why}\n` })

/** Signs a checkpoint, and gives the lines of the signatures once the checkpoint is kept with them. */
const cosign = ({ keys, logs, memory, now }: Witness, signed: SignedCheckpoint): string => {
  const seconds = Math.floor(now() / 1000)
  const own = logs.filter((key) => signatureBy(key, signed, LogVerifiers.nodeVerifiers) === "good")
  const ofLog = signed.signatures.filter(({ name, id }) =>
    own.some((key) => key.name === name && key.id === id),
  )
  const cosignatures = keys.map(({ key, sign }) => signCheckpoint(key, signed, seconds, sign))
  memory.keep(signed.checkpoint.origin, formatNote({ ...signed, signatures: [...ofLog, ...cosignatures] }))
  return cosignatures.map(formatSignature).join("")
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const textOf = (body: Uint8Array): string => {
  try {
    return utf8.decode(body)
  } catch {
    return ""
  }
}

/** Answers a checkpoint. Nothing is awaited between what is remembered and what is kept, so no other request comes between. */
export const addCheckpoint = (witness: Witness, body: Uint8Array): Answer => {
  const request = parseWitnessRequest(textOf(body))
  if (request === null) return refuseWith(400, "this is no request to a witness (C2SP tlog-witness)")
  const { origin } = request.signed.checkpoint
  const decided = decideWitness(
    request,
    witness.logs,
    witness.memory.seen(origin),
    LogVerifiers.nodeVerifiers,
  )
  switch (decided.status) {
    case 200:
      return { status: 200, body: cosign(witness, decided.signed) }
    case 409:
      return { status: 409, type: "text/x.tlog.size", body: `${decided.seen}\n` }
    default:
      return refuseWith(decided.status, decided.why)
  }
}

const latest = ({ memory }: Witness, hash: string): Answer => {
  const origin = memory.origins().find((one) => createHash("sha256").update(one).digest("hex") === hash)
  const note = origin === undefined ? null : memory.noteOf(origin)
  return note === null
    ? refuseWith(404, "no checkpoint of this log was signed here")
    : { status: 200, body: note }
}

/** The body of a request; null if it is too long. */
const bodyOf = async (request: IncomingMessage): Promise<Uint8Array | null> => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > bodyBytesMax) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const answer = async (witness: Witness, request: IncomingMessage): Promise<Answer> => {
  const [path = ""] = (request.url ?? "").split("?", 1)
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1]
  if (path === "/add-checkpoint") {
    if (request.method !== "POST")
      return { ...refuseWith(405, "a checkpoint is sent by POST"), allow: "POST" }
    const body = await bodyOf(request)
    return body === null
      ? refuseWith(413, `a request has at most ${bodyBytesMax} bytes`)
      : addCheckpoint(witness, body)
  }
  if (hash === undefined)
    return refuseWith(404, "there are /add-checkpoint and /<origin hash>/checkpoint here")
  return request.method === "GET" || request.method === "HEAD"
    ? latest(witness, hash)
    : { ...refuseWith(405, "a checkpoint is read by GET"), allow: "GET, HEAD" }
}

const send = (response: ServerResponse, { status, type = plain, body, allow }: Answer): void => {
  // The rest of a body that was refused is not read.
  const closing = status === 413 ? { connection: "close" } : {}
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...closing,
    ...(allow === undefined ? {} : { allow }),
  })
  response.end(body)
}

/** A server of the witness that listens nowhere yet. `failed` is told of what is not the fault of a request, such as a full disk. */
export const witnessServer = (witness: Witness, failed: (error: unknown) => void): Server =>
  createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 5_000 },
    (request, response) => {
      answer(witness, request).then(
        (found) => send(response, found),
        (error: unknown) => {
          if (request.destroyed && !request.complete) return
          failed(error)
          send(response, refuseWith(503, "the witness can't keep what it would sign"))
        },
      )
    },
  )

export const listenOn = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", ({ message }) => reject(new Failure(`it can't listen: ${message}`)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })
