/** For tests: a judge that gives one draft, and a command that is run before a judge. */
import { Effect } from "effect"
import type { Command } from "../../kernel/Command.ts"
import type { Json } from "../../kernel/Json.ts"
import { type AppealDraft, type Draft, Judge } from "../Judge.ts"

export type Sitting = Parameters<typeof Judge.of>[0]

export const sitting = (decided: Draft | AppealDraft | null): Sitting =>
  Judge.of({ line: "Before the Magistrate", decide: () => Effect.succeed(decided) })

export const before = <I, F, R extends Json>(of: Command<I, F, R, Judge>, by: Sitting): Command<I, F, R> => ({
  name: of.name,
  sections: of.sections,
  input: of.input,
  gather: (input, context, reader) => Effect.provideService(of.gather(input, context, reader), Judge, by),
  decide: of.decide,
})
