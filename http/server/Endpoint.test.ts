import { Effect } from "effect"
import { expect, it } from "vitest"
import { Reads, type ReadsService } from "../../adapters/store/Reads.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { reply } from "./Answer.ts"
import { type Endpoint, finder, handleRequest } from "./Endpoint.ts"
import type { AnyRequest } from "./Handler.ts"

/** A handler that only looks up the holder of a name. */
const asking = (hasBody: boolean) =>
  ({
    hasBody,
    handle: () =>
      Effect.flatMap(Store, (store) => Effect.map(store.holder("name"), (holder) => reply(holder))),
  }) as unknown as Endpoint

// `handleRequest` looks only at the members of an endpoint, a request and a caller that are given here.
const someone = {} as NonNullable<AnyRequest["caller"]>
const requestOf = (caller: AnyRequest["caller"], told?: string) =>
  ({
    caller,
    header: (name: string) => (name === "court-read-position" ? told : undefined),
  }) as unknown as AnyRequest

const answered = (endpoint: Endpoint, request: AnyRequest, replicas = true) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const own = yield* MemoryStore.make
      const reads: ReadsService = {
        position: () => "of the store",
        from: (told, store) => ({
          driver: { ...store, holder: () => Effect.succeed("a replica") },
          position: () => `of a replica after ${told}`,
        }),
      }
      const store = { ...own, holder: () => Effect.succeed("the store") }
      const { value, headers } = yield* (
        handleRequest(endpoint, request) as Effect.Effect<ReturnType<typeof reply>>
      ).pipe(Effect.provideService(Store, store), Effect.provideService(Reads, replicas ? reads : null))
      return [value, headers?.["court-read-position"] ?? null]
    }),
  )

it("§17 public reads come from a replica that has reached the position the caller was told", async () => {
  expect(await answered(asking(false), requestOf(null))).toEqual(["a replica", "of a replica after null"])
  expect(await answered(asking(false), requestOf(null, "p"))).toEqual(["a replica", "of a replica after p"])
})

it("§17 acts, and reads with a credential, use the primary store and tell its position", async () => {
  expect(await answered(asking(true), requestOf(null, "p"))).toEqual(["the store", "of the store"])
  expect(await answered(asking(false), requestOf(someone, "p"))).toEqual(["the store", "of the store"])
})

it("§17 without replicas, no answer tells a position", async () => {
  expect(await answered(asking(false), requestOf(null, "p"), false)).toEqual(["the store", null])
})

const find = finder([
  { method: "GET", path: "/api/agents/:handle" },
  { method: "PATCH", path: "/api/agents/:handle" },
  { method: "POST", path: "/api/agents/attest" },
])
const handles = (handle: string) => ({ _tag: "Found", params: { handle } })

it.each([
  ["/api/agents/seller", handles("seller")],
  ["/api/agents/sell%C3%A9r", handles("sellér")],
  ["/api/agents/a%2Fb", handles("a/b")],
  ["/api/agents/a%252Fb", handles("a%2Fb")],
  ["/api/agents/a;b", handles("a;b")],
  [`/api/agents/${"a".repeat(300)}`, handles("a".repeat(300))],
  ["/api/agents/a%00", { _tag: "BadEncoding" }],
  ["/api/agents/%zz", { _tag: "BadEncoding" }],
  ["/api/agents/attest", { _tag: "WrongMethod", allow: ["POST", "OPTIONS"] }],
  ["/api/%61gents/seller", { _tag: "Absent" }],
  ["/API/agents/seller", { _tag: "Absent" }],
  ["/api/agents/seller/", { _tag: "Absent" }],
  ["/api/agents/", { _tag: "Absent" }],
  ["/api//agents/seller", { _tag: "Absent" }],
  ["http://court.example/api/agents/seller", { _tag: "Absent" }],
])("the path %s is found as it is written, and its parameter is decoded once", (path, found) => {
  expect(find("GET", path)).toMatchObject(found)
  expect(find("HEAD", path)).toMatchObject(found)
})
