/** Mutants of signed artifacts: courts that take for an agent's word what its key did not sign. */
import { Effect } from "effect"
import type { Command } from "../../../core/kernel/Command.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import { type ProvenKey, records as proofRecords } from "../../../core/proofs/index.ts"
import type { Mutant } from "./Mutant.ts"

const foundAs = ["an artifact speaks for nobody", "no fact is established by what"]

/** A court that files claims as if the proofs of keys were others. */
const misreading = (
  breaks: string,
  otherwise: (proof: ProvenKey.ProvenKey, respondent: string) => ProvenKey.ProvenKey,
): Mutant => ({
  breaks,
  foundAs,
  rule: <I, F, R extends Json, N>(command: Command<I, F, R, N>): Command<I, F, R, N> =>
    command.name !== "file-matter"
      ? command
      : {
          ...command,
          gather: (input, context, reader) => {
            const { respondent } = input as { readonly respondent: string } // a claim names its respondent
            return command.gather(input, context, {
              ...reader,
              list: (kind, asked) =>
                Effect.map(reader.list(kind, asked), (page) =>
                  kind.name !== proofRecords.ProvenKeys.name
                    ? page
                    : {
                        ...page,
                        // A kind is known by its name.
                        items: page.items.map(
                          (item) => otherwise(item as ProvenKey.ProvenKey, respondent) as typeof item,
                        ),
                      },
                ),
            })
          },
        },
})

export const forgeries: ReadonlyArray<Mutant> = [
  {
    breaks: "takes every signature for one by the key that the artifact names",
    foundAs,
    verifiers: (real) => ({
      examine: (contents, examining) =>
        Effect.map(real.examine(contents, examining), (all) =>
          all.map((one) =>
            one === null
              ? null
              : {
                  ...one,
                  signers: one.signers.map((signer) => ({ ...signer, valid: true })),
                  checks: one.checks.map((check) => ({ ...check, holds: true })),
                },
          ),
        ),
    }),
  },
  misreading("takes every proven key for one of the respondent", (proof, respondent) => ({
    ...proof,
    handle: respondent,
  })),
  misreading("overlooks that the proof of a key had ended", (proof) => ({ ...proof, endedAt: null })),
]
