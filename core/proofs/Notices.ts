/**
 * The notices of keys. An agent is told of each key that is proven for it, and of each that ends, so that the owner of a stolen
 * credential sees what the thief did with it.
 */
import { Agent, Notice } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import type { ProvenKey } from "./ProvenKey.ts"

/** The notices about keys of an agent, which also tell it of a proof that it did not make. */
export const texts = Notice.declareWords("key", {
  proven: ({ name }: ProvenKey) =>
    `The key ${name} was proven for you: it may sign requests and evidence in your name. If you did not prove it, end the proof, and change your credential with revokePrevious (PD3 §4, Rule 2.6).`,
  ended: ({ name }: ProvenKey, { role }: Actor) =>
    `The proof of the key ${name} was ended ${role === "registrar" ? "by the Registrar" : "in your name"}. Everything that the key signed while the proof stood still speaks for you, if it was filed, or its hash lodged in the Register of Dealings, by then (Rule 4.11).`,
})

/** The notice of what happened to a key, to its agent. */
export const tellOwner = (
  { id, agentId, handle, name }: ProvenKey,
  words: ReturnType<(typeof texts)[keyof typeof texts]>,
  { fresh, now: at }: Pick<CommandContext, "fresh" | "now">,
): ReadonlyArray<Change> =>
  Notice.serve({
    id: fresh("notice"),
    agentId,
    subject: Agent.subjectOf(handle),
    at,
    ...words,
    data: { proof: id, key: name },
  })
