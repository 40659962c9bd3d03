/** The trial of a command, if the caller of an operation asks for it: the answer says what would be recorded, and nothing is recorded. */
import { Effect } from "effect"
import { Verified } from "../../core/evidence/index.ts"
import type { Command } from "../../core/kernel/Command.ts"
import type { ExecuteError } from "../../core/kernel/Court.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { attempt, Host } from "../../core/kernel/Host.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { recordedEvidence } from "../../core/matters/index.ts"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { Tried, TriedParts } from "../api/Tried.ts"
import { type Reply, reply } from "./Answer.ts"
import type { Asking, Services } from "./Handler.ts"

/** The facts with which each piece of evidence would be recorded. */
const evidenceOf = (changes: ChangeSet): TriedParts["evidence"] =>
  recordedEvidence(changes).map(({ label, content, verified }) => ({
    label,
    sha256: sha256Hex(content),
    verified: verified === null ? null : Verified.show(verified),
  }))

/** The cost of acts on a matter: nothing by themselves, and at most so much for the judgment. */
const feesAt = ({ now }: Asking) =>
  Effect.flatMap(Host, (host) =>
    Effect.map(host.schedule, (schedule) => ({
      actCents: 0,
      judgmentCentsMax: schedule.at(now).magistrateFeeCentsMax,
    })),
  )

export const tryCommand = <I, F, R extends Json, Needs extends Services>(
  command: Command<I, F, R, Needs>,
  input: I,
  request: Asking,
): Effect.Effect<Reply<Tried<R>>, ExecuteError, Services> =>
  Effect.gen(function* () {
    const { actor, knownBy, now } = request
    const preview = yield* attempt(command, input, { actor, knownBy, at: now })
    const parts: TriedParts = { evidence: evidenceOf(preview.changes), fees: yield* feesAt(request) }
    return reply({ dryRun: true, would: { answer: preview.reply, ...parts } })
  })
