/** A court on the memory store with a clock that tests move. Commands run through the court's own loop. */
import { Effect, Either, Schema } from "effect"
import { noticesTo } from "../agents/testing/Inbox.ts"
import { consequences } from "../Consequences.ts"
import { accounts } from "../deals/index.ts"
import { enrol } from "../enrolment/index.ts"
import { Verified } from "../evidence/index.ts"
import { Payout } from "../holds/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Command } from "../kernel/Command.ts"
import { Consequences } from "../kernel/Consequence.ts"
import * as Court from "../kernel/Court.ts"
import type { Json } from "../kernel/Json.ts"
import { Notary } from "../kernel/Notary.ts"
import type { Query } from "../kernel/Query.ts"
import * as Reader from "../kernel/Reader.ts"
import { published, type Schedule } from "../kernel/Schedule.ts"
import { OwnLaw } from "../law/index.ts"
import { Accounts, Matter, passMatterDeadline, Screen, serveQueued } from "../matters/index.ts"
import { type TermsRead, TermsReader } from "../quotes/index.ts"
import { Rulebook } from "../rulebook/index.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import { type Driver, Store } from "../store/Store.ts"
import { clock } from "./Actors.ts"
import { enrolment } from "./Agents.ts"
import { start } from "./Context.ts"

export { clock, judge, registrar } from "./Actors.ts"

/** The words that the screen of tests takes for a person's name and for personal data. */
export const person = "PERSON"
export const datum = "DATUM"
const screen = Screen.Screen.of({
  examine: (texts) =>
    Effect.succeed(
      texts.flatMap(({ path, text }) => [
        ...(text.includes(person) ? [{ path, code: "natural_person" as const, what: "personal name" }] : []),
        ...(text.includes(datum) ? [{ path, code: "personal_data" as const, what: "e-mail address" }] : []),
      ]),
    ),
})
/** Terms that the court reads at an address. An address that ends with `/absent` has no terms. */
const terms = TermsReader.of({
  read: (url) =>
    Effect.succeed<TermsRead>(
      url.endsWith("/absent")
        ? { _tag: "Unread", why: "answered_otherwise" }
        : { _tag: "Read", text: `terms at ${url}` },
    ),
})
const notary = Notary.of({
  sign: () => Effect.succeed({ publicKey: "00", signature: "00", sha256: "00" }),
})

/** The code of a refusal, the tag of another failure, or null if there was neither. */
const codeIn = (ended: Either.Either<unknown, Court.ExecuteError>): string | null => {
  if (Either.isRight(ended)) return null
  return ended.left._tag === "Refusal" ? ended.left.code : ended.left._tag
}

const OfMatter = Schema.Struct({ matterId: Schema.String })

type Ports = Screen.Screen | TermsReader | OwnLaw | Accounts.Accounts | Verified.Verifiers

/** A court at the start of a day. With `beside` it is a second process of a court: it has that court's store and its own clock. */
export const stage = (
  schedule: Schedule = published,
  beside?: { readonly driver: Driver; readonly now: number },
  /** The verifier that examines evidence; by default nothing is recognised. */
  verifiers: typeof Verified.Verifiers.Service = {
    examine: (contents) => Effect.succeed(contents.map(() => null)),
  },
  /** The signer of payouts; without it, this process signs no payout. */
  signer?: typeof Payout.Signer.Service,
) => {
  const driver = beside?.driver ?? Effect.runSync(MemoryStore.make)
  let now = beside?.now ?? start
  let drawn = beside === undefined ? 0 : 1 << 20

  const provided = <A, E>(effect: Effect.Effect<A, E, Court.Ports | Ports>) =>
    effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provideService(Notary, notary),
      Effect.provideService(Consequences, consequences),
      Effect.provideService(Screen.Screen, screen),
      Effect.provideService(Verified.Verifiers, verifiers),
      Effect.provideService(TermsReader, terms),
      Effect.provideService(OwnLaw, Rulebook.ownLaw),
      Effect.provideService(Accounts.Accounts, accounts),
      (provided) =>
        signer === undefined ? provided : Effect.provideService(provided, Payout.Signer, signer),
    )

  const run = <I, F, R extends Json, Needs extends Ports>(
    command: Command<I, F, R, Needs> | Command<I, F, R>,
    input: I,
    actor: Actor,
    settles: ReadonlyArray<{ readonly id: string; readonly token: string }> = [],
  ) => {
    const seed = (++drawn).toString(16).padStart(6, "0").padEnd(20, "7")
    return provided(
      Court.execute<I, F, R, Ports>(command, input, {
        actor,
        now,
        seed,
        schedule,
        settles,
      }),
    )
  }

  /** Runs a command that must not be refused. Gives its reply. */
  const act = <I, F, R extends Json>(
    command: Command<I, F, R, Ports> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ) => Effect.runPromise(Effect.map(run(command, input, actor), ({ reply }) => reply))

  /** Tries a command that must not be refused. Gives its reply. */
  const tried = <I, F, R extends Json>(
    command: Command<I, F, R, Ports> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ) => {
    const envelope = { actor, now, seed: "6".repeat(20), schedule }
    const preview = Court.preview<I, F, R, Ports>(command, input, envelope)
    return Effect.runPromise(provided(Effect.map(preview, ({ reply }) => reply)))
  }

  /** Asks a query that must not be refused, as the public if no actor is named. Gives its view. */
  const ask = <I, View>(
    query: Query<I, View, OwnLaw | Accounts.Accounts> | Query<I, View>,
    input: I,
    actor: Actor = { role: "public" },
  ): Promise<View> =>
    Effect.runPromise(
      provided(Court.ask<I, View, OwnLaw | Accounts.Accounts>(query, input, { actor, now, schedule })),
    )

  /** The code of the refusal of a command, or null if it was done. */
  const codeOf = async <I, F, R extends Json>(
    command: Command<I, F, R, Ports> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ): Promise<string | null> => codeIn(await Effect.runPromise(Effect.either(run(command, input, actor))))

  /** Enrols an agent at the address of an operator. Gives the agent as an actor. */
  const enrolled = async (handle: string, operatorId = "op-1"): Promise<Actor & { role: "agent" }> => {
    const body = enrolment(handle).body
    const given = { ...body, operator: { name: operatorId, email: `${operatorId}@example.com` } }
    const reply = await act(enrol, { ...enrolment(handle), body: given, operatorId }, { role: "public" })
    return { role: "agent", id: reply.agent.id, handle }
  }

  /** Leases the due tasks of matters and runs their commands, until no task is due. Gives the number of tasks. */
  const fire = async (): Promise<number> => {
    const kinds = [passMatterDeadline.taskKind, serveQueued.taskKind]
    const leased = await Effect.runPromise(
      driver.lease({ kinds, worker: "w", now, until: now + 1000, limit: 100 }),
    )
    for (const { id, kind, token, body } of leased) {
      const settles = [{ id, token }]
      if (kind === serveQueued.taskKind)
        await Effect.runPromise(
          run(serveQueued, Schema.decodeUnknownSync(serveQueued.input)(body), clock, settles),
        )
      else
        await Effect.runPromise(
          run(passMatterDeadline, Schema.decodeUnknownSync(OfMatter)(body), clock, settles),
        )
    }
    return leased.length === 0 ? 0 : leased.length + (await fire())
  }

  /** The journal's events, oldest first, of one subject or of all. */
  const events = async (subject: string | null = null) =>
    (await Effect.runPromise(driver.journal({ subject, after: null, limit: 1000 }))).items

  /** The types of the notices in an agent's inbox, oldest first. */
  const inbox = async (agentId: string) => {
    const notices = await Effect.runPromise(noticesTo(Reader.make(driver).reader, agentId))
    return notices.map(({ type }) => type)
  }

  /** The tasks of some kinds, by default of matters for deadlines and for the judge, whenever they are due. They stay as they are. */
  const due = async (kinds: ReadonlyArray<string> = [passMatterDeadline.taskKind, Matter.judgeKind]) => {
    const far = Number.MAX_SAFE_INTEGER - 1
    // These leases end at once, so they keep no worker out.
    return Effect.runPromise(driver.lease({ kinds, worker: "look", now: far, until: far, limit: 100 }))
  }

  return {
    due,
    driver,
    events,
    inbox,
    run,
    act,
    tried,
    ask,
    codeOf,
    enrolled,
    fire,
    /** The code of the refusal of a query, or null if it gave a view. */
    askCodeOf: async <I, View>(
      query: Query<I, View, Accounts.Accounts> | Query<I, View>,
      input: I,
      actor: Actor,
    ): Promise<string | null> => {
      const asked = Court.ask<I, View, Accounts.Accounts>(query, input, { actor, now, schedule })
      return codeIn(await Effect.runPromise(Effect.either(provided(asked))))
    },
    read: <A, E>(use: (reader: Reader.Reader) => Effect.Effect<A, E>) =>
      Effect.runPromise(use(Reader.make(driver).reader)),
    now: () => now,
    advance: (ms: number) => {
      now += ms
    },
  }
}
