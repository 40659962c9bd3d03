/** The papers of a matter that are read for the account of its deal: the claim and the defence, each with what was found of its evidence. */
import { Effect, Option } from "effect"
import { Deal } from "../account/index.ts"
import type { Verified } from "../evidence/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Instant } from "../kernel/Time.ts"
import { Matter, readPaper } from "../matters/index.ts"

/** A paper of a matter: who filed it and when, and its evidence with the findings on each piece. */
export interface Paper {
  readonly by: Deal.Side
  readonly at: Instant
  readonly evidence: ReadonlyArray<{ readonly content: string; readonly verified: Verified.Verified | null }>
}

/** The claim that is filed now by one of two agents, and is not on record yet. */
export interface Filing {
  readonly claimant: string
  readonly paper: Omit<Paper, "by">
}

/** The papers of a matter that are read for an account: the claim and the defence (PD15 §1D, §5A). */
export const papersOf = Effect.fnUntraced(function* (reader: Reader, id: string, claimant: Deal.Side) {
  const matter = Option.getOrThrow(yield* reader.find(Matter.Matters, id))
  const { claim, defence } = matter
  const filed = [
    { by: claimant, paper: claim },
    ...(defence === null ? [] : [{ by: Deal.otherSide(claimant), paper: defence }]),
  ]
  return yield* Effect.forEach(filed, ({ by, paper }) =>
    Effect.map(readPaper(reader, paper), ({ evidence }): Paper => ({ by, at: paper.filedAt, evidence })),
  )
})
