/** Sends e-mail to operators that is no notice: notes, the note with a link, and digests. */
import { Effect, Option, Record, Schema } from "effect"
import { Keys } from "../adapters/keys/Keys.ts"
import { AcceptanceNote, mailOf, tokenText } from "../core/agents/Acceptance.ts"
import { Allowances, DigestTask, digestOf, mailsTo, recordDigest } from "../core/agents/Allowance.ts"
import { OperatorNote, Operators } from "../core/agents/Operator.ts"
import * as Host from "../core/Host.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { sendMail } from "./Mailing.ts"
import { completing, type Firing, settle } from "./Work.ts"

const read = Effect.map(Store, (store) => Reader.make(store).reader)

const addressOf = (operatorId: string) =>
  Effect.flatMap(read, (reader) =>
    Effect.map(reader.find(Operators, operatorId), (found) => Option.getOrNull(found)?.email ?? null),
  )

const settled = (firing: Firing) => Host.perform(settle, firing.task, completing(firing))

const decodeNote = Schema.decodeUnknownSync(OperatorNote)

export const sendNote = (firing: Firing) =>
  Effect.gen(function* () {
    const { operatorId, subject, text } = decodeNote(firing.task.body)
    const to = yield* addressOf(operatorId)
    yield* to === null
      ? settled(firing)
      : sendMail(firing, { operatorId, to, subject, text }, settled(firing))
  })

const decodeAcceptance = Schema.decodeUnknownSync(AcceptanceNote)

/** The token is made here, from the court's own key, and kept nowhere. */
export const sendAcceptance = (firing: Firing) =>
  Effect.gen(function* () {
    const note = decodeAcceptance(firing.task.body)
    const keys = yield* Keys
    const { operatorId } = note
    const to = yield* addressOf(operatorId)
    const words = mailOf(note, keys.keyedHash(tokenText(note.nonce)))
    yield* to === null ? settled(firing) : sendMail(firing, { operatorId, to, ...words }, settled(firing))
  })

const decodeDigest = Schema.decodeUnknownSync(DigestTask)

export const sendDigest = (firing: Firing) =>
  Effect.gen(function* () {
    const { operatorId } = decodeDigest(firing.task.body)
    const reader = yield* read
    const allowance = Option.getOrNull(yield* reader.find(Allowances, mailsTo(operatorId)))
    const to = yield* addressOf(operatorId)
    if (allowance === null || Record.isEmptyRecord(allowance.held) || to === null)
      return yield* settled(firing)
    const { held } = allowance
    const host = yield* Host.Host
    const now = yield* host.now
    const words = digestOf(held, now, (yield* host.schedule).at(now))
    const done = Host.perform(recordDigest, { operatorId, held }, completing(firing))
    return yield* sendMail(firing, { operatorId, to, ...words }, done)
  })
