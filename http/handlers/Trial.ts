/** Acts that can be tried: with `dryRun=true` the answer says what would be recorded, and nothing is. */
import { Effect } from "effect"
import { recordedFindings, verifiedView } from "../../core/evidence/index.ts"
import type { Command } from "../../core/kernel/Command.ts"
import type { ExecuteError } from "../../core/kernel/Court.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { attempt, Host } from "../../core/kernel/Host.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Evidence } from "../../core/matters/index.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { DryRun, Tried, TriedParts } from "../api/Tried.ts"
import { type Reply, reply } from "../server/Answer.ts"
import { type Asking, answerWith, type Services } from "../server/Handler.ts"

interface Trying extends Asking {
  readonly query: typeof DryRun.Type
}

/** What each piece would be recorded with. */
const evidenceOf = (pieces: ReadonlyArray<Evidence>, changes: ChangeSet): TriedParts["evidence"] => {
  const found = recordedFindings(changes)
  return pieces.map(({ label, content }, i) => {
    const verified = found.get(i)
    return {
      label,
      sha256: sha256Hex(content),
      verified: verified === undefined ? null : verifiedView(verified),
    }
  })
}

/** What acts on a matter cost: nothing by themselves, and at most so much for the judgment. */
const feesAt = ({ now }: Asking) =>
  Effect.flatMap(Host, (host) =>
    Effect.map(host.schedule, (schedule) => ({
      actCents: 0,
      judgmentCentsMax: schedule.at(now).magistrateFeeCentsMax,
    })),
  )

const tryCommand = <I, F, R extends Json, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  pieces: ReadonlyArray<Evidence>,
  request: Trying,
): Effect.Effect<Reply<Tried<R>>, ExecuteError, Services> =>
  Effect.gen(function* () {
    const { actor, knownBy, now } = request
    const preview = yield* attempt(command, input, { actor, knownBy, at: now })
    const parts: TriedParts = {
      evidence: evidenceOf(pieces, preview.changes),
      fees: yield* feesAt(request),
    }
    return reply({ dryRun: true, would: { answer: preview.reply, ...parts } })
  })

/** Performs a command that a paper with these pieces of evidence is for; or only tries it, if the request says so. */
export const answerOrTry = <I, F, R extends Json, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  pieces: ReadonlyArray<Evidence>,
  request: Trying,
): Effect.Effect<Reply<R | Tried<R>>, ExecuteError, Services> =>
  request.query.dryRun === true
    ? tryCommand(command, input, pieces, request)
    : answerWith(command, input, request)
