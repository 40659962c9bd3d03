/**
 * Operators, known by an e-mail address that is never published, and the link by which the holder of an address accepts an agent
 * (PD3 §2).
 */

import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../Change.ts"
import { type Change, task } from "../Change.ts"
import { type CommandContext, command } from "../Command.ts"
import { present } from "../Defect.ts"
import * as Kind from "../Kind.ts"
import { Keyed } from "../Notary.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../rulebook/Section.ts"
import { bounds, type Terms } from "../Schedule.ts"
import { sha256Hex } from "../Text.ts"
import { days, format, Instant } from "../Time.ts"
import { type Agent, needAgent } from "./Agent.ts"
import type { AcceptanceRequest } from "./Commands.ts"
import { isProven, noteDue } from "./Law.ts"
import { operatorOf, prove } from "./Proof.ts"

/** An e-mail address by shape. Whether anybody reads it, only an answer shows. */
export const Email = Schema.String.pipe(
  Schema.maxLength(bounds.emailCharsMax),
  Schema.pattern(/^[^\s@<>"(),;:\\]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, {
    message: () => "must be an e-mail address",
  }),
).annotations({ identifier: "Email", jsonSchema: { type: "string", format: "email" } })

/**
 * An operator, known by its e-mail address: the id is a keyed hash of the address in lower case. Address
 * and name stay as first given, so that a stranger who states the same address changes nothing. The row is never public.
 */
export const Operator = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.String,
  /**
   * Places used (PD3 §1): by agents that only state this address, and by agents for which it is proven. A place once used is
   * freed by no departure; proof moves an agent from the first count to the second.
   */
  places: Schema.Struct({ stated: Schema.Int, proven: Schema.Int }),
  /** When the note with a link was last sent to this address; null while none was. */
  notedAt: Schema.NullOr(Instant),
})
export type Operator = typeof Operator.Type
export const Operators = Kind.make<Operator>({
  name: "operator",
  schema: Operator,
  id: (operator) => operator.id,
})

/** The id of the operator that has an e-mail address: nobody who reads it can tell the address, or guess it. */
export const operatorIdOf = (email: string): Effect.Effect<string, never, Keyed> =>
  Effect.map(Keyed, ({ hash }) => hash(email.toLowerCase()))

/** The row of an address that nobody has named before. */
export const newOperator = (named: Pick<Operator, "id" | "email" | "name">): Operator => ({
  ...named,
  places: { stated: 0, proven: 0 },
  notedAt: null,
})

/** Kind of the task that sends a note to an e-mail address that is proven for an agent, once. */
export const operatorNoteTask = "operator-note"

/** What the task carries. The address stands in the operator's row and nowhere else. */
export const OperatorNote = Schema.Struct({
  operatorId: Schema.String,
  subject: Schema.String,
  text: Schema.String,
})
export type OperatorNote = typeof OperatorNote.Type

/** A note to an operator; `id` is a fresh id of the command that writes it. */
export const noteTo = (id: string, at: Instant, note: OperatorNote): Change =>
  task(`operator-note/${id}`, operatorNoteTask, at, note)

/** A link that was sent. Its token is kept nowhere: the id is the SHA-256, and the sender makes the token from the court's own key. */
export const Acceptance = Schema.Struct({
  id: Schema.String,
  operatorId: Schema.String,
  /** The agent that the note names. */
  handle: Schema.String,
  expiresAt: Instant,
  /** The agent that was accepted with it. */
  usedFor: Schema.NullOr(Schema.String),
})
export type Acceptance = typeof Acceptance.Type
export const Acceptances = Kind.make<Acceptance>({
  name: "acceptance",
  schema: Acceptance,
  id: (acceptance) => acceptance.id,
})

/** Kind of the task that sends the note. */
export const acceptanceTask = "acceptance-note"

/** What the task carries. The address stands in the operator's row and nowhere else. */
export const AcceptanceNote = Schema.Struct({
  /** What the token is made from, with the court's key. */
  nonce: Schema.String,
  operatorId: Schema.String,
  handle: Schema.String,
  baseUrl: Schema.String,
  at: Instant,
  expiresAt: Instant,
})
export type AcceptanceNote = typeof AcceptanceNote.Type

/** What the host turns into the token, under a key that no store has. */
export const tokenText = (nonce: string): string => `acceptance/${nonce}`

/** What the host makes for a link, in case one is sent. */
export interface Link {
  readonly nonce: string
  readonly tokenSha256: string
  readonly baseUrl: string
}

/** What the host of a court says to every act that may send an e-mail. */
export interface Mailing {
  /** Whether this court sends e-mail. */
  readonly mail: boolean
  /** The address of this court, without a slash at its end. */
  readonly baseUrl: string
  /** Fresh for each act, and hard to guess: 32 hexadecimal characters. */
  readonly nonce: string
}

/** The link of a note, in case one is sent. */
export const linkOf = ({ nonce, baseUrl }: Mailing): Effect.Effect<Link, never, Keyed> =>
  Effect.map(Keyed, ({ hash }) => ({ nonce, tokenSha256: sha256Hex(hash(tokenText(nonce))), baseUrl }))

/** The e-mail. Nothing in it is in the words of whoever enrolled the agent; the token follows a `#`, so that no server logs it. */
export const mailOf = ({ handle, baseUrl, at, expiresAt }: AcceptanceNote, token: string) => ({
  subject: `The agent ${handle} names this address`,
  text: [
    `At ${format(at)} the agent "${handle}" named this address as its operator's, at the Agent Dispute Court Service. That binds the agent, not you (Rule 2.3).`,
    `If the agent is yours, accept it before ${format(expiresAt)}. Its notices then come to this address too:`,
    `${baseUrl}/accept#${handle}.${token}`,
    "If it is not yours, do nothing: it stays unproven, and no notice of it comes here. Whoever else names this address in the meantime, no other note is sent.",
  ].join("\n\n"),
})

const issued = (
  agent: Pick<Agent, "handle" | "operatorId">,
  { nonce, tokenSha256, baseUrl }: Link,
  now: Instant,
  terms: Terms,
): ReadonlyArray<Change> => {
  const { handle, operatorId } = agent
  const expiresAt = now + days(terms.acceptanceDays)
  const acceptance: Acceptance = { id: tokenSha256, operatorId, handle, expiresAt, usedFor: null }
  const note: AcceptanceNote = { nonce, operatorId, handle, baseUrl, at: now, expiresAt }
  return [
    Changed.put(Acceptances, acceptance),
    Changed.task(`${acceptanceTask}/${tokenSha256}`, acceptanceTask, now, note),
  ]
}

/** The row of an address that an agent has just named, and the note that is due to it, where the court sends e-mail. */
export const noted = (
  agent: Pick<Agent, "handle" | "operatorId">,
  operator: Operator,
  link: Link | null,
  context: Pick<CommandContext, "now" | "terms">,
): { readonly operator: Operator; readonly changes: ReadonlyArray<Change> } =>
  link === null || !noteDue(operator, context)
    ? { operator, changes: [] }
    : {
        operator: { ...operator, notedAt: context.now },
        changes: issued(agent, link, context.now, context.terms),
      }

/** Why a link can't be used. Every reason answers alike, so that tokens can't be probed. */
const unusable = rule(["PD3 §2"], (acceptance: Acceptance | null, now: Instant): Refusal | null =>
  when(
    acceptance === null || acceptance.usedFor !== null || now >= acceptance.expiresAt,
    "acceptance_unusable",
    {},
  ),
)

/**
 * Whoever has the link of a note reads the mail of its address: the agent that names that address is proven. One link accepts
 * one agent, which vouches for the others; it is the one that the note names, or another of the same address.
 */
export const acceptAgent = command({
  name: "acceptAgent",
  sections: ["PD3 §2"],
  gather: ({ token, handle }: AcceptanceRequest, { now }, reader) =>
    Effect.gen(function* () {
      const acceptance = Option.getOrNull(yield* reader.find(Acceptances, sha256Hex(token)))
      yield* firstOf([unusable(acceptance, now)])
      const usable = present(acceptance, "the acceptance of a link")
      const agent = yield* needAgent(reader, handle ?? usable.handle)
      return { acceptance: usable, agent, operator: yield* operatorOf(reader, agent) }
    }),
  decide: ({ acceptance, agent, operator }, _input, context) =>
    Either.gen(function* () {
      yield* firstOf([
        when(agent.operatorId !== acceptance.operatorId, "other_operator", {}),
        when(isProven(agent), "already_proven", {}),
      ])
      return {
        changes: [
          Changed.put(Acceptances, { ...acceptance, usedFor: agent.id }),
          ...(yield* prove([agent], operator, "acceptance", context)),
        ],
        reply: { handle: agent.handle, operatorIdentity: "proven", at: format(context.now) },
      }
    }),
})
