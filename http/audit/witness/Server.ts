/** A witness over HTTP (C2SP tlog-witness): `POST /add-checkpoint`, and the latest checkpoint of each log for monitors. */
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { type Checkpoint, Cosignature, Witness as Cosigning, Note } from "../../../core/log/index.ts"
import * as Connections from "../../server/Connections.ts"
import { resolveAddress, type Trusts } from "../../server/Incoming.ts"
import { Failure } from "../../terminal/Terminal.ts"
import { type Answer, refuseWith, send } from "./Answer.ts"
import type { Place } from "./Enrolled.ts"
import type { WitnessKey } from "./Keys.ts"
import type { Memory } from "./Memory.ts"
import { enrolmentBytesMax, type Open, textBytesMax } from "./Open.ts"

/** A witness with its keys and logs; `now` is in milliseconds since 1970. */
export interface Witness {
  readonly keys: ReadonlyArray<WitnessKey>
  readonly logs: ReadonlyArray<Note.VerifierKey>
  readonly memory: Memory
  readonly now: () => number
  /** The places for logs that its operator has not named; without this, it knows no others. */
  readonly open?: Open
  /** The proxies that may state the address of a caller. */
  readonly trusts?: Trusts
}

/** Enough for 63 hashes and 16 signatures of the longest kind. */
const bodyBytesMax = 128_000

const signBy = (keys: ReadonlyArray<WitnessKey>, signed: Checkpoint.Signed, seconds: number) =>
  keys.map(({ key, sign }) => Cosignature.signCheckpoint(key, signed, seconds, sign))

/**
 * Signs a checkpoint of a log that enrolled. A tree that it has signed before is signed again without a write, and does not count against
 * the rate of the log: the checkpoint is public, so that anybody could send it as often as they like.
 */
const cosignEnrolled = (witness: Witness, open: Open, place: Place, signed: Checkpoint.Signed): Answer => {
  const { keys, memory, now } = witness
  const { origin, size } = signed.checkpoint
  if (memory.seen(origin)?.size === size)
    return {
      status: 200,
      body: signBy(keys, signed, Math.floor(now() / 1000))
        .map(Note.formatSignature)
        .join(""),
    }
  return open.grow(place) ?? { status: 200, body: cosign(witness, [place.log], signed) }
}

/** Signs a checkpoint, and gives the lines of the signatures once the checkpoint is kept with them. */
const cosign = (
  { keys, memory, now }: Witness,
  logs: ReadonlyArray<Note.VerifierKey>,
  signed: Checkpoint.Signed,
): string => {
  const seconds = Math.floor(now() / 1000)
  const own = logs.filter(
    (key) => Cosignature.signatureBy(key, signed, LogVerifiers.nodeVerifiers) === "good",
  )
  const ofLog = signed.signatures.filter(({ name, id }) =>
    own.some((key) => key.name === name && key.id === id),
  )
  const cosignatures = signBy(keys, signed, seconds)
  memory.keep(signed.checkpoint.origin, Note.format({ ...signed, signatures: [...ofLog, ...cosignatures] }))
  return cosignatures.map(Note.formatSignature).join("")
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
  const request = Cosigning.parseRequest(textOf(body))
  if (request === null) return refuseWith(400, "this is no request to a witness (C2SP tlog-witness)")
  const { signed } = request
  const { origin } = signed.checkpoint
  const { open, logs, memory, now } = witness
  const isNamed = open === undefined || logs.some(({ name }) => name === origin)
  const place = isNamed ? null : open.enrolled.placeOf(origin, Math.floor(now() / 1000))
  if (place !== null && Buffer.byteLength(signed.text) > textBytesMax)
    return refuseWith(413, `the text of a checkpoint has at most ${textBytesMax} bytes`)
  const known = place === null ? logs : [place.log]
  const decided = Cosigning.decide(request, known, memory.seen(origin), LogVerifiers.nodeVerifiers)
  switch (decided.status) {
    case 200:
      return open === undefined || place === null
        ? { status: 200, body: cosign(witness, known, decided.signed) }
        : cosignEnrolled(witness, open, place, decided.signed)
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
const bodyOf = async (request: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> => {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null
  const pieces: Array<Uint8Array> = []
  let length = 0
  for await (const piece of request) {
    length += piece.length
    if (length > bytesMax) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const answerBody = async (
  request: IncomingMessage,
  bytesMax: number,
  answering: (body: Uint8Array) => Answer,
): Promise<Answer> => {
  if (request.method !== "POST") return { ...refuseWith(405, "this is sent by POST"), allow: "POST" }
  const body = await bodyOf(request, bytesMax)
  return body === null ? refuseWith(413, `a request has at most ${bytesMax} bytes`) : answering(body)
}

const answerRead = ({ method }: IncomingMessage, reading: () => Answer): Answer =>
  method === "GET" || method === "HEAD"
    ? reading()
    : { ...refuseWith(405, "this is read by GET"), allow: "GET, HEAD" }

/** The address of the caller, which a trusted proxy states. */
const addressOf = (request: IncomingMessage, trusts: Trusts): string => {
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value.join(", ") : value
  }
  return resolveAddress({ address: request.socket.remoteAddress ?? "", header }, trusts)
}

const answer = async (witness: Witness, request: IncomingMessage): Promise<Answer> => {
  const { open, trusts = () => false } = witness
  const address = open === undefined ? "" : addressOf(request, trusts)
  const refused = open?.arrive(address) ?? null
  if (refused !== null) return refused
  const [path = ""] = (request.url ?? "").split("?", 1)
  if (path === "/add-checkpoint")
    return answerBody(request, bodyBytesMax, (body) => addCheckpoint(witness, body))
  if (open !== undefined && path === "/enrol")
    return answerBody(request, enrolmentBytesMax, (body) => open.enrol(textOf(body), address))
  if (open !== undefined && path === "/logs") return answerRead(request, open.list)
  const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1]
  return hash === undefined
    ? refuseWith(404, "there are /add-checkpoint and /<origin hash>/checkpoint here")
    : answerRead(request, () => latest(witness, hash))
}

/** The connections of an open witness, in all and for one address. A body that comes slowly holds one of them for ten seconds at most. */
const connections = { inAll: 1_000, perAddress: 20, waiting: 16, shunnedMs: 10_000 } as const

/** How long a request may take to arrive in full, and how often slow requests are looked for, in milliseconds. */
const arrivalMs = 10_000
const checkedMs = 1_000

/**
 * A server of the witness that listens nowhere yet. `failed` is told of what is not the fault of a request, such as a full disk. A request
 * arrives within `withinMs`, or is cut off.
 */
export const witnessServer = (
  witness: Witness,
  failed: (error: unknown) => void,
  withinMs: number = arrivalMs,
): Server => {
  const { open, trusts = () => false } = witness
  const server = createServer(
    {
      requestTimeout: withinMs,
      headersTimeout: withinMs / 2,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: checkedMs,
    },
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
  if (open !== undefined) Connections.make({ ...connections, except: trusts }).bound(server)
  return server
}

export const listenOn = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", ({ message }) => reject(new Failure(`it can't listen: ${message}`)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : port)
    })
  })
