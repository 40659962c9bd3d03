/** Inputs: a command decodes what it is given before it reads anything, so that no record rests on an input that does not fit. */

import { Effect, Predicate, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { Command } from "./kernel/Command.ts"
import * as Court from "./kernel/Court.ts"
import type { Json } from "./kernel/Json.ts"
import { published } from "./kernel/Schedule.ts"
import { docket, fileMatter } from "./matters/index.ts"
import { type Driver, Store } from "./store/Store.ts"
import { start } from "./testing/Context.ts"
import { filing } from "./testing/Matters.ts"
import { nothingSealed } from "./testing/NothingSealed.ts"
import { root, sources } from "./testing/Sources.ts"
import { stage } from "./testing/Stage.ts"

type AnyCommand = Command<unknown, unknown, Json>
const isCommand = (value: unknown): value is AnyCommand =>
  Predicate.hasProperty(value, "gather") && Predicate.hasProperty(value, "decide")

/** The modules of the core and of the scheduler. A program acts when it is loaded, so it isn't one of them. */
const modules = sources.filter(
  ({ folder, path, product }) => product && /^(core|scheduler)$/.test(folder) && !path.endsWith("/run.ts"),
)
/** Every command that a module exports, by name. */
const commands = new Map<string, AnyCommand>()
for (const { path } of modules)
  for (const exported of Object.values(await import(`${root}${path}`)))
    if (isCommand(exported)) commands.set(exported.name, exported)

const untouched = new Proxy({} as Driver, {
  get: () => {
    throw new Error("the store was asked")
  },
})

const asks = (command: AnyCommand, input: unknown) =>
  Court.execute(command, input, {
    actor: { role: "registrar" },
    now: start,
    seed: "00000000000000000001",
    schedule: published,
  }).pipe(
    Effect.provideService(Store, untouched),
    Effect.provide(nothingSealed),
    Effect.flip,
    Effect.runPromise,
  )

describe("the input of every command", () => {
  it("has a schema; all commands are found", () => {
    expect(commands.size).toBeGreaterThan(80)
    for (const [name, { input }] of commands) expect(Schema.isSchema(input), name).toBe(true)
  })

  it.each([...commands])(
    "of %s is refused before anything is read if it does not fit",
    async (name, command) => {
      const failed = await asks(command, { misspelt: 1 })
      expect(failed).toMatchObject({ _tag: "InvalidInput", command: name })
    },
  )
})

describe("a filing that does not fit", () => {
  it("Rule 4.1 given an empty title and a negative value with a fraction, then each place is named and no matter is on the docket", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    const failed = await Effect.runPromise(
      Effect.flip(court.run(fileMatter, filing({ title: "", valueCents: -7.5 }), buyer)),
    )
    expect(failed).toMatchObject({ _tag: "InvalidInput", command: "file-matter" })
    expect(String(failed)).toMatch(/"title"[\s\S]*"valueCents"/)
    const page = { after: null, limit: 20 }
    expect(await court.ask(docket, { page })).toMatchObject({ items: [] })
  })

  it("Rule 4.1 given a misspelt member, then it is named", async () => {
    const court = stage()
    const buyer = await court.enrolled("buyer")
    const misspelt = { ...filing(), quoteID: "x" }
    expect(String(await Effect.runPromise(Effect.flip(court.run(fileMatter, misspelt, buyer))))).toContain(
      "quoteID",
    )
  })
})
