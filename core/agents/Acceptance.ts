/** The link by which the holder of an e-mail address accepts an agent, and the note that carries it (PD3 §2). */
import { Effect, Either, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { exactly, member } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Keyed } from "../kernel/Notary.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { days, format, Instant } from "../kernel/Time.ts"
import * as Agent from "./Agent.ts"
import { isProven, noteDue } from "./Law.ts"
import type { Operator } from "./Operator.ts"
import { operatorOf, prove } from "./Proof.ts"

/**
 * A link that was sent to an operator's address. No record keeps its token: the id is the token's SHA-256, and the sender derives
 * the token from the court's key.
 */
export const Acceptance = Schema.Struct({
  id: Schema.String,
  operatorId: Schema.String,
  handle: Schema.String,
  expiresAt: Instant,
  /** The id of the agent that was accepted with it; null until then. */
  usedFor: Schema.NullOr(Schema.String),
})
export interface Acceptance extends Schema.Schema.Type<typeof Acceptance> {}
export const Acceptances = Kind.make<Acceptance>({
  name: "acceptance",
  schema: Acceptance,
  id: (acceptance) => acceptance.id,
})

/** Kind of the task that sends the note with the link. */
export const task = "acceptance-note"

/** The data of the task. The address stands in the operator's row and nowhere else. */
export const Note = Schema.Struct({
  /** The text from which the token is derived, with the court's key. */
  nonce: Schema.String,
  operatorId: Schema.String,
  handle: Schema.String,
  baseUrl: Schema.String,
  at: Instant,
  expiresAt: Instant,
})
export type Note = typeof Note.Type

/** The text whose keyed hash is the token. The host has the key; no store has it. */
export const tokenText = (nonce: string): string => `acceptance/${nonce}`

/** The parts of a link that the host prepares, in case one is sent. */
export const Link = Schema.Struct({
  nonce: Schema.String,
  tokenSha256: Schema.String,
  baseUrl: Schema.String,
})
export type Link = typeof Link.Type

/** The facts that the host gives to every act that may send an e-mail. */
export interface Mailing {
  readonly mail: boolean
  /** The address of this court, without a slash at its end. */
  readonly baseUrl: string
  /** Fresh for each act, and hard to guess: 32 hexadecimal characters. */
  readonly nonce: string
}

/** The link of a mail to an operator: the record keeps the hash of its token, which only the court's key makes from the nonce. */
export const linkOf = ({ nonce, baseUrl }: Mailing): Effect.Effect<Link, never, Keyed> =>
  Effect.map(Keyed, ({ hash }) => ({ nonce, tokenSha256: sha256Hex(hash(tokenText(nonce))), baseUrl }))

/**
 * The e-mail with the link. Apart from the handle it holds no text of whoever enrolled the agent. The token follows a `#`, so that
 * no server logs it.
 */
export const mailOf = ({ handle, baseUrl, at, expiresAt }: Note, token: string) => ({
  subject: `The agent ${handle} names this address`,
  text: [
    `At ${format(at)} the agent "${handle}" named this address as its operator's, at the Agent Dispute Court Service. That binds the agent, not you (Rule 2.3).`,
    `If the agent is yours, accept it before ${format(expiresAt)}. Its notices then come to this address too:`,
    `${baseUrl}/accept#${handle}.${token}`,
    "If it is not yours, do nothing: it stays unproven, and no notice of it comes here. No other note is sent before then, even if another agent names this address.",
  ].join("\n\n"),
})

const issueLink = (
  agent: Pick<Agent.Agent, "handle" | "operatorId">,
  { nonce, tokenSha256, baseUrl }: Link,
  now: Instant,
  terms: Terms,
): ReadonlyArray<Change> => {
  const { handle, operatorId } = agent
  const expiresAt = now + days(terms.acceptanceDays)
  const acceptance: Acceptance = { id: tokenSha256, operatorId, handle, expiresAt, usedFor: null }
  const note: Note = { nonce, operatorId, handle, baseUrl, at: now, expiresAt }
  return [Changed.put(Acceptances, acceptance), Changed.task(`${task}/${tokenSha256}`, task, now, note)]
}

/** The row of an operator whose address an agent has just named, and the note to it, if one is due. `link` is null if the court sends no e-mail. */
export const noteOperator = (
  agent: Pick<Agent.Agent, "handle" | "operatorId">,
  operator: Operator,
  link: Link | null,
  context: Pick<CommandContext, "now" | "terms">,
): { readonly operator: Operator; readonly changes: ReadonlyArray<Change> } =>
  link === null || !noteDue(operator, context)
    ? { operator, changes: [] }
    : {
        operator: { ...operator, notedAt: context.now },
        changes: issueLink(agent, link, context.now, context.terms),
      }

/** The body by which an operator accepts an agent with the token of its mail (PD3 §2). */
export const Request = Schema.Struct({
  token: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(bounds.urlCharsMax)),
    "The token at the end of the link in the note to the operator's address. Whoever has it can use it once, so it is a secret.",
  ),
  handle: exactly(Agent.Handle, "The handle of your agent, if the note names another."),
}).annotations({ identifier: "AcceptanceRequest" })

/** Refuses a link that can't be used. Every reason gives the same refusal, so that tokens can't be probed. */
const unusable = rule(["PD3 §2A"], (acceptance: Acceptance | null, now: Instant): Refusal | null =>
  when(
    acceptance === null || acceptance.usedFor !== null || now >= acceptance.expiresAt,
    "acceptance_unusable",
    {},
  ),
)

/**
 * Proves an agent's operator by the link of a note: whoever has the link reads the mail of the address that the agent names. One
 * link accepts one agent, which is named in the note or has the same address; that agent can vouch for the others.
 */
export const acceptAgent = command({
  name: "accept-agent",
  sections: ["PD3 §2", "PD3 §2A"],
  input: Request,
  gather: ({ token, handle }, { now }, reader) =>
    Effect.gen(function* () {
      const acceptance = Option.getOrNull(yield* reader.find(Acceptances, sha256Hex(token)))
      yield* firstOf([unusable(acceptance, now)])
      const usable = needPresent(acceptance, "the acceptance of a link")
      const agent = yield* Agent.need(reader, handle ?? usable.handle)
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
