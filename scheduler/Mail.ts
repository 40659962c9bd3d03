/**
 * E-mail other than notices: notes to operators, the note with a link, digests and invitations. Each mail is counted among the mails of its
 * address for the day; one beyond that number waits for the next day. A failed mail is tried again as often as a notice, and then given
 * up. The tokens in mails are derived from the court's own key and stored nowhere.
 */

import { Effect, Option, Record, Schema } from "effect"
import { Keys } from "../adapters/keys/Keys.ts"
import { Carrier } from "../adapters/notices/Carrier.ts"
import { Acceptance, Allowance, records as agentRecords, Channel, Operator } from "../core/agents/index.ts"
import { completionOf, type Firing } from "../core/Deadlines.ts"
import * as Host from "../core/kernel/Host.ts"
import * as Reader from "../core/kernel/Reader.ts"
import { Invitation } from "../core/quotes/index.ts"
import { Store } from "../core/store/Store.ts"
import { defer, failures, NotNow, settle } from "./Work.ts"

/** Counts a mail among those of the day to the operator's address. `operatorId` is the keyed hash of the address. The reply says whether it may be sent. */
export const reserveMail = (operatorId: string, id: string) =>
  Effect.map(
    Host.perform(
      Allowance.reserve,
      { allowance: Allowance.mailsTo(operatorId), figure: "addressMailsPerDay", id },
      { actor: { role: "scheduler" } },
    ),
    ({ reply }) => reply,
  )

/** Sends an e-mail, and then performs `done`, which completes the task. A court without e-mail only performs `done`. */
const sendMail = <E, R>(
  firing: Firing,
  mail: {
    readonly operatorId: string
    readonly to: string
    readonly subject: string
    readonly text: string
  },
  done: Effect.Effect<unknown, E, R>,
) =>
  Effect.gen(function* () {
    const carrier = yield* Carrier
    if (carrier.mail !== null) {
      const { task } = firing
      const { operatorId, ...words } = mail
      const id = task.id.replace("/", ".")
      const { sends, nextDay } = yield* reserveMail(operatorId, id)
      if (!sends) {
        yield* Host.perform(defer, { task, dueAt: nextDay }, completionOf(firing))
        return
      }
      const { outcome } = yield* carrier.mail({ id, ...words })
      if (outcome !== "delivered" && failures(task.body) < Channel.backOff.length)
        return yield* new NotNow({ reason: outcome })
    }
    yield* done
  })

const read = Effect.map(Store, (store) => Reader.make(store).reader)

const addressOf = (operatorId: string) =>
  Effect.flatMap(read, (reader) =>
    Effect.map(
      reader.find(Operator.Operators, operatorId),
      (found) => Option.getOrNull(found)?.email ?? null,
    ),
  )

export const settleFiring = (firing: Firing) => Host.perform(settle, firing.task, completionOf(firing))

/** Sends an e-mail to an operator; nothing if the court does not have its address. */
const mailOperator = (
  firing: Firing,
  operatorId: string,
  { subject, text }: { readonly subject: string; readonly text: string },
) =>
  Effect.gen(function* () {
    const to = yield* addressOf(operatorId)
    const done = settleFiring(firing)
    yield* to === null ? done : sendMail(firing, { operatorId, to, subject, text }, done)
  })

const decodeNote = Schema.decodeUnknownSync(Operator.Note)

export const sendNote = (firing: Firing) =>
  Effect.suspend(() => {
    const note = decodeNote(firing.task.body)
    return mailOperator(firing, note.operatorId, note)
  })

const decodeAcceptance = Schema.decodeUnknownSync(Acceptance.Note)

export const sendAcceptance = (firing: Firing) =>
  Effect.gen(function* () {
    const note = decodeAcceptance(firing.task.body)
    const keys = yield* Keys
    const words = Acceptance.mailOf(note, keys.keyedHash(Acceptance.tokenText(note.nonce)))
    yield* mailOperator(firing, note.operatorId, words)
  })

const decodeDigest = Schema.decodeUnknownSync(Allowance.DigestTask)

export const sendDigest = (firing: Firing) =>
  Effect.gen(function* () {
    const { operatorId } = decodeDigest(firing.task.body)
    const reader = yield* read
    const allowance = Option.getOrNull(
      yield* reader.find(agentRecords.Allowances, Allowance.mailsTo(operatorId)),
    )
    const to = yield* addressOf(operatorId)
    if (allowance === null || Record.isEmptyRecord(allowance.held) || to === null)
      return yield* settleFiring(firing)
    const { held } = allowance
    const host = yield* Host.Host
    const now = yield* host.now
    const words = Allowance.digestOf(held, now, (yield* host.schedule).at(now))
    const done = Host.perform(Allowance.recordDigest, { operatorId, held }, completionOf(firing))
    return yield* sendMail(firing, { operatorId, to, ...words }, done)
  })

const decodeInvitation = Schema.decodeUnknownSync(Invitation.Mail)

export const sendInvitation = (firing: Firing) =>
  Effect.gen(function* () {
    const reader = yield* read
    const mail = decodeInvitation(firing.task.body)
    const token = (yield* Keys).keyedHash(Invitation.tokenText(mail.nonce))
    const { invitation, quote } = yield* Invitation.under(reader, token)
    const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
    // If the offer has ended, or the court's key has changed, the link in the mail would not work.
    if (invitation === null || Invitation.unusable(invitation, quote, now) !== null)
      return yield* settleFiring(firing)
    const words = Invitation.mailOf(mail, token)
    const addressed = { operatorId: invitation.emailHash, to: mail.email, ...words }
    return yield* sendMail(firing, addressed, settleFiring(firing))
  })
