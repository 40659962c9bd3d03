import { Either } from "effect"
import { command } from "../Command.ts"
import { type OnRecord, onRecord, passingChanges } from "./Record.ts"

/** What a matter's deadline does when it fires: applies what is due; nothing where another act did so before (Rule 4.9). */
export const passMatterDeadline = command({
  name: "passMatterDeadline",
  sections: ["Rule 4.8", "Rule 4.9"],
  gather: (input: { readonly matterId: string }, context, reader) =>
    onRecord(reader, input.matterId, context),
  decide: (facts: OnRecord, _input, context) =>
    Either.right({
      changes: passingChanges(facts, context),
      reply: {
        id: facts.stored.id,
        status: facts.passed.matter.status,
        passed: facts.passed.passings.length,
      },
    }),
})
