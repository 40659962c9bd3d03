import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { Actor } from "../../core/kernel/Actor.ts"
import * as Court from "../../core/kernel/Court.ts"
import { Host, perform } from "../../core/kernel/Host.ts"
import type { Query } from "../../core/kernel/Query.ts"
import { published } from "../../core/kernel/Schedule.ts"
import {
  internationalLaw,
  internationalLawInstrument,
  internationalLawResearch,
  Load,
  Loadable,
} from "../../core/law/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"
import { freshSeed } from "../host/Hosts.ts"
import { PostgresStore } from "../postgres/index.ts"
import { freshDatabase } from "../postgres/testing/FreshDatabase.ts"
import { SqliteStore } from "../sqlite/index.ts"
import { collection } from "./collection/index.ts"
import { loadAll, stock } from "./Loading.ts"

const scope = Effect.runSync(Scope.make())
const folder = mkdtempSync(join(tmpdir(), "court-law-"))
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true })
})
const opened = <E>(store: Effect.Effect<Driver, E, Scope.Scope>) =>
  Effect.runPromise(Scope.extend(store, scope))

const stores: ReadonlyArray<readonly [string, () => Promise<Driver>]> = [
  ["memory", () => opened(MemoryStore.make)],
  ["sqlite", () => opened(SqliteStore.make({ file: join(folder, "court.db") }))],
  [
    "postgres",
    async () => {
      const url = await freshDatabase()
      return opened(PostgresStore.make({ url, allowUnsafe: true }))
    },
  ],
]

const treaty = (text: string, changes: Partial<Loadable.Instrument> = {}): Loadable.Instrument => ({
  type: "instrument",
  id: "treaty",
  title: "Treaty on Examples",
  category: "treaty",
  names: ["9 XTS 9"],
  edition: { name: "As made up", language: "en", source: "This test" },
  articles: [
    { article: "1", heading: "Scope", text: "This treaty applies to agents that deal in good faith." },
    { article: "Annex I", text },
  ],
  ...changes,
})
const many = (n: number, bytes: number): Loadable.Instrument =>
  treaty("x", {
    id: "long",
    articles: Array.from({ length: n }, (_, i) => ({
      article: `${i + 1}`,
      text: `w${i} ${"é ".repeat(bytes / 3)}`,
    })),
  })

const now = Date.UTC(2026, 10, 20)

const court = (driver: Driver) => {
  const services = Layer.mergeAll(
    Layer.succeed(Store, driver),
    nothingSealed,
    Layer.succeed(Host, {
      now: Effect.succeed(now),
      seed: freshSeed,
      schedule: Effect.succeed(published),
    }),
  )
  const run = <A, E>(program: Effect.Effect<A, E, Court.Ports | Host>) =>
    Effect.runPromise(Effect.provide(program, services))
  const ask = <Input, View>(query: Query<Input, View>, input: Input) =>
    run(Court.ask(query, input, { actor: { role: "public" }, now, schedule: published }))
  const page = { after: null, limit: 50 }
  const found = async (q: string) =>
    (await ask(internationalLaw, { q, page })).items.map(
      ({ instrument, article }) => `${instrument.id} ${article}`,
    )
  const collections = async (kind?: "cases") =>
    (await ask(internationalLawResearch, { kind, page })).collections
  return { run, ask, found, collections, page }
}

describe.each(stores)("a library on %s", (_name, open) => {
  it("PD17 §3 shows an edition once as a whole, and then the edition that replaces it", async () => {
    const { run, ask, found, page } = court(await open())
    const first = treaty("Arbitration of differences.")
    expect(await run(loadAll([first]))).toEqual({ new: 1, changed: 0, unchanged: 0 })
    expect(await run(loadAll([first]))).toEqual({ new: 0, changed: 0, unchanged: 1 })
    expect(await found("arbitration")).toEqual(["treaty Annex I"])
    expect(await found("treaty examples")).toEqual(["treaty null", "treaty 1", "treaty Annex I"])
    expect(await found('"in good faith"')).toEqual(["treaty 1"])
    const firstArticle = await ask(internationalLawInstrument, { id: "treaty", article: "Article 1" })
    expect(firstArticle.article).toMatchObject({ article: "1", heading: "Scope" })

    const second = treaty("Mediation of differences.", { names: [] })
    expect(await run(loadAll([second]))).toEqual({ new: 0, changed: 1, unchanged: 0 })
    expect(await found("arbitration")).toEqual([])
    expect(await found("differences")).toEqual(["treaty Annex I"])
    const held = await ask(internationalLawInstrument, { id: "treaty", article: undefined })
    expect(held.contents.map(({ article }) => article)).toEqual(["1", "Annex I"])
    expect((await ask(internationalLaw, { page })).items).toHaveLength(1)

    // When the first edition is loaded again, its retired articles show again.
    expect(await run(loadAll([first]))).toMatchObject({ changed: 1 })
    expect(await found("arbitration")).toEqual(["treaty Annex I"])
    expect(await found("mediation")).toEqual([])
  })

  it("PD17 §3 takes an edition that is too large for one commit, and shows it only when all of it is loaded", async () => {
    const { run, ask, found } = court(await open())
    const long = many(70, 24_000)
    const registrar = { actor: { role: "registrar" } } as const
    await run(perform(Load.loadPart, Loadable.articlesOf(long).slice(0, 10), registrar))
    expect(await found("w3")).toEqual([])
    await run(loadAll([long]))
    expect(await found("w3")).toEqual(["long 4"])
    expect(await found("w69")).toEqual(["long 70"])
    const held = await ask(internationalLawInstrument, { id: "long", article: undefined })
    expect(held.contents).toHaveLength(70)
    await run(loadAll([many(1, 30)]))
    expect(await found("w69")).toEqual([])
    expect(await found("w0")).toEqual(["long 1"])
  })

  it("PD17 §3 gets the shipped collection if it is empty, and otherwise stays as it is", async () => {
    const driver = await open()
    const { run, found, collections } = court(driver)
    const before = (await driver.tallies(["library/instruments"]).pipe(Effect.runPromise))[0] ?? 0
    await run(stock)
    if (before > 0) return expect(await found("apostille")).toEqual([])
    expect(await found("apostille")).toEqual(["apostille-1961 null"])
    const cases = await collections("cases")
    expect(cases[0]?.records).toBeGreaterThan(3)
    await run(stock)
    expect(await collections("cases")).toEqual(cases)
    // A document that an operator loads replaces a shipped one of the same id for good.
    await run(loadAll([treaty("Of our own.", { id: "apostille-1961" })]))
    expect(await run(loadAll(collection, "missing"))).toMatchObject({ new: 0, changed: 0 })
    expect(await found("own")).toEqual(["apostille-1961 Annex I"])
  })
})

describe("loading", () => {
  it("PD17 §3 is refused to everybody but the Registrar", async () => {
    const { run } = court(await opened(MemoryStore.make))
    const agent: Actor = { role: "agent", id: "a", handle: "a" }
    const refused = await run(
      Effect.flip(perform(Load.loadPart, Loadable.articlesOf(treaty("x")), { actor: agent })),
    )
    expect(refused).toMatchObject({ code: "registrar_only" })
  })

  it("PD17 §3 files research by its kind, and moves it when its kind changes", async () => {
    const { run, ask, collections, page } = court(await opened(MemoryStore.make))
    const note: Loadable.Research = {
      type: "commentary",
      id: "note",
      title: "On good faith",
      summary: "Short.",
      source: "This test",
    }
    const kindsOf = async () => (await collections()).map(({ records }) => records)
    await run(loadAll([note]))
    expect(await kindsOf()).toEqual([0, 1])
    const search = (kind: "cases" | "commentary" | undefined) =>
      ask(internationalLawResearch, { q: '"good faith"', kind, page })
    expect((await search("commentary")).items).toMatchObject([
      { id: "note", provenance: { source: "This test" } },
    ])
    expect((await search("cases")).items).toEqual([])
    expect(await run(loadAll([{ ...note, type: "case", citation: "9 Reports 9" }]))).toMatchObject({
      changed: 1,
    })
    expect(await kindsOf()).toEqual([1, 0])
    expect((await search(undefined)).items).toMatchObject([{ kind: "cases" }])
  })

  it("PD17 §3 accepts every document of the shipped collection, and no two share an id", () => {
    const problems = collection.flatMap((of) => {
      const read = Loadable.read(of)
      return read._tag === "Left" ? [of.id, read.left] : []
    })
    expect(problems).toEqual([])
    expect(new Set(collection.map(({ id }) => id)).size).toBe(collection.length)
    const known = new Set(collection.map(({ id }) => id))
    const about = collection.flatMap((of) => (of.type === "instrument" ? [] : (of.about ?? [])))
    expect(about.filter((id) => /-\d{4}$/.test(id) && !known.has(id))).toEqual([])
  })

  it("PD17 §3 reports each problem of a document with its place", () => {
    const problemsOf = (document: unknown) => {
      const read = Loadable.read(document)
      return read._tag === "Left" ? read.left.map(({ path, message }) => `${path}: ${message}`) : []
    }
    expect(problemsOf({ type: "book" })).toEqual(["type: must be instrument, case or commentary"])
    expect(problemsOf(null)).toHaveLength(1)
    const twice = treaty("x", {
      articles: [
        { article: "Article 1", text: "a" },
        { article: "1.", text: "b" },
        { article: "—", text: "c" },
        { article: "2", text: "z".repeat(60_000) },
      ],
    })
    expect(problemsOf(twice)).toEqual([
      expect.stringMatching(/^articles\[1\]\.article: is the same as articles\[0\]/),
      "articles[2].article: has neither a letter nor a digit",
      expect.stringMatching(/^articles\[3\]: is too large: 60\d+ bytes/),
    ])
    const wrong = {
      ...treaty("x"),
      id: "research",
      madeOn: "1 May",
      officialUrl: "ftp://x",
      colour: "red",
    }
    expect(problemsOf(wrong)).toEqual([
      expect.stringMatching(/^colour: /),
      expect.stringMatching(/^id: is the address of the research/),
      expect.stringMatching(/^madeOn: must be a date/),
      expect.stringMatching(/^officialUrl: must be an http/),
    ])
  })
})
