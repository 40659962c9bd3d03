/** The files of the court's log, as C2SP tlog-tiles has them: its checkpoint, its tiles and its bundles of entries. */
import { Effect } from "effect"
import { Reads } from "../../adapters/store/Reads.ts"
import { Host } from "../../core/kernel/Host.ts"
import type { Query } from "../../core/kernel/Query.ts"
import { type ProofView, readState, readTile, Tile } from "../../core/log/index.ts"
import { Store } from "../../core/store/Store.ts"
import { type Answer, reply } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { type AnyRequest, ask, type Services } from "../server/Handler.ts"
import { type Incoming, pathOf } from "../server/Incoming.ts"
import { type Failure, Faulted } from "../server/Problem.ts"
import { publicRead } from "../server/PublicRead.ts"

/** Everything beneath this path is a file of the log. */
export const prefix = "/log/"

const octets = "application/octet-stream"

/** A full tile never changes. A partial one is soon followed by a wider one, which stands at another path. */
const cacheControlOf = (width: number): string =>
  width === Tile.tileWidth ? "public, max-age=31536000, immutable" : "public, max-age=60"

const file = (type: string, cache: string, body: string | Uint8Array): Answer => ({
  status: 200,
  headers: { "content-type": type, "cache-control": cache },
  body,
})

const asPublic = Effect.map(Host, (host) => ({ host, actor: { role: "public" } as const }))

const behind = (seconds: number) =>
  new Faulted({ code: "log_behind", headers: { "retry-after": String(seconds) } })

/** Answers with the text of a proof, or says when the log will have come so far, or that the store contradicts the log. */
export const serveProof =
  <I>(query: Query<I, ProofView>) =>
  (request: Pick<AnyRequest, "actor" | "now"> & { readonly path: I }) =>
    Effect.flatMap(ask(query, request.path, request), ({ value }) => {
      if (value.proof !== null) return Effect.succeed(reply(value.proof))
      return value.lacks === "altered" ? new Faulted({ code: "event_altered" }) : behind(2)
    })

const answerPath = (path: string): Effect.Effect<Answer, Failure, Services> =>
  Effect.gen(function* () {
    const { host, actor } = yield* asPublic
    const asking = { actor, now: yield* host.now }
    if (path === "checkpoint") {
      const { value: state } = yield* ask(readState, {}, asking)
      if (state === null) return yield* behind(1)
      return file("text/plain; charset=utf-8", "no-cache", state.checkpoint)
    }
    if (!path.startsWith("tile/")) return yield* new Faulted({ code: "not_found" })
    const tile = Tile.parsePath(path)
    if (tile === null) {
      const errors = [{ path: "path", message: "is not the path of a tile as C2SP tlog-tiles writes it" }]
      return yield* new Faulted({ code: "invalid_request", errors })
    }
    const { value: bytes } = yield* ask(readTile, { tile }, asking)
    return bytes === null
      ? yield* new Faulted({ code: "not_found" })
      : file(octets, cacheControlOf(tile.width), bytes)
  })

/** Reads from a replica if the store has any, as every public read does. */
const fromReplica = (incoming: Incoming, work: Effect.Effect<Answer, Failure, Services>) =>
  Effect.flatMap(Reads, (reads): typeof work =>
    reads === null
      ? work
      : Effect.flatMap(Store, (own) => {
          const { driver, position } = reads.from(incoming.header("court-read-position") ?? null, own)
          return Effect.map(Effect.provideService(work, Store, driver), (answer) => {
            const at = position()
            return at === null
              ? answer
              : { ...answer, headers: { "court-read-position": at, ...answer.headers } }
          })
        }),
  )

export const serveLog: Mounted = publicRead((incoming) =>
  fromReplica(incoming, answerPath(pathOf(incoming).slice(prefix.length))),
)
