/** A court on the model store with a clock that tests move: commands run through the real loop. */
import { Effect, Either } from "effect"
import type { Actor } from "../../../core/Actor.ts"
import { enrol } from "../../../core/agents/Enrol.ts"
import type { Command } from "../../../core/Command.ts"
import * as Court from "../../../core/Court.ts"
import type { Json } from "../../../core/Json.ts"
import { deadlineKind } from "../../../core/matters/Matter.ts"
import { passMatterDeadline } from "../../../core/matters/PassDeadline.ts"
import { Screen } from "../../../core/matters/Screen.ts"
import { Notary } from "../../../core/Notary.ts"
import * as Reader from "../../../core/Reader.ts"
import { published, type Schedule } from "../../../core/Schedule.ts"
import { Store } from "../../../core/Store.ts"
import { enrolment } from "../../../core/testing/Agents.ts"
import { start } from "../../../core/testing/Context.ts"
import * as MemoryStore from "../MemoryStore.ts"

/** A screen that finds the two words below, so that tests of rules need no guesses about language. */
export const person = "PERSON"
export const datum = "DATUM"
const screen = Screen.of({
  examine: (texts) =>
    Effect.succeed(
      texts.flatMap(({ path, text }) => [
        ...(text.includes(person) ? [{ path, code: "natural_person" as const, what: "personal name" }] : []),
        ...(text.includes(datum) ? [{ path, code: "personal_data" as const, what: "e-mail address" }] : []),
      ]),
    ),
})
const notary = Notary.of({
  sign: () => Effect.succeed({ publicKey: "00", signature: "00", sha256: "00" }),
})

export const registrar: Actor = { role: "registrar" }
export const judge: Actor = { role: "judge" }
export const clock: Actor = { role: "scheduler" }

export const stage = (schedule: Schedule = published) => {
  const driver = Effect.runSync(MemoryStore.make)
  let now = start
  let drawn = 0

  const run = <I, F, R extends Json, Needs extends Screen>(
    command: Command<I, F, R, Needs> | Command<I, F, R>,
    input: I,
    actor: Actor,
    settles: ReadonlyArray<{ readonly id: string; readonly token: string }> = [],
  ) => {
    const seed = (++drawn).toString(16).padStart(6, "0").padEnd(20, "7")
    return Court.execute<I, F, R, Screen>(command, input, { actor, now, seed, schedule, settles }).pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Notary, notary),
      Effect.provideService(Screen, screen),
    )
  }

  /** Runs a command that must succeed; its reply. */
  const act = <I, F, R extends Json>(
    command: Command<I, F, R, Screen> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ) => Effect.runPromise(Effect.map(run(command, input, actor), ({ reply }) => reply))

  /** The code of the refusal of a command, or null where it was done. */
  const codeOf = async <I, F, R extends Json>(
    command: Command<I, F, R, Screen> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ): Promise<string | null> => {
    const ended = await Effect.runPromise(Effect.either(run(command, input, actor)))
    if (Either.isRight(ended)) return null
    return ended.left._tag === "Refusal" ? ended.left.code : ended.left._tag
  }

  const enrolled = async (handle: string, operatorId = "op-1"): Promise<Actor & { role: "agent" }> => {
    const body = enrolment(handle).body
    const given = { ...body, operator: { name: operatorId, email: `${operatorId}@example.com` } }
    const reply = await act(enrol, { ...enrolment(handle), body: given, operatorId }, { role: "public" })
    return { role: "agent", id: reply.agent.id, handle }
  }

  /** Fires every deadline of a matter that is due now. */
  const fire = () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const leased = yield* driver.lease({
          kinds: [deadlineKind],
          worker: "w",
          now,
          until: now + 1000,
          limit: 100,
        })
        for (const { id, token, body } of leased) {
          const matterId = String((body as { readonly matterId: string }).matterId)
          yield* run(passMatterDeadline, { matterId }, clock, [{ id, token }])
        }
        return leased.length
      }),
    )

  return {
    driver,
    run,
    act,
    codeOf,
    enrolled,
    fire,
    read: <A, E>(use: (reader: Reader.Reader) => Effect.Effect<A, E>) =>
      Effect.runPromise(use(Reader.make(driver).reader)),
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
}
