/** Sends the invitation of a quote, as often as a note; the token is made here, from the court's own key, and kept nowhere. */
import { Effect, Option, Schema } from "effect"
import { Keys } from "../adapters/keys/Keys.ts"
import { sha256Hex } from "../core/Hash.ts"
import * as Host from "../core/Host.ts"
import { InvitationMail, Invitations, mailOf, tokenText, unusable } from "../core/quotes/Invitation.ts"
import { Quotes } from "../core/quotes/Quote.ts"
import * as Reader from "../core/Reader.ts"
import { Store } from "../core/store/Store.ts"
import { sendMail } from "./Mailing.ts"
import { completing, type Firing, settle } from "./Work.ts"

const decodeBody = Schema.decodeUnknownSync(InvitationMail)

export const sendInvitation = (firing: Firing) =>
  Effect.gen(function* () {
    const { reader } = Reader.make(yield* Store)
    const mail = decodeBody(firing.task.body)
    const done = Host.perform(settle, firing.task, completing(firing))
    const keys = yield* Keys
    const token = keys.keyedHash(tokenText(mail.nonce))
    const invitation = Option.getOrNull(yield* reader.find(Invitations, sha256Hex(token)))
    const quote = Option.getOrNull(yield* reader.find(Quotes, mail.quoteId))
    const now = yield* Effect.flatMap(Host.Host, (host) => host.now)
    // An offer that has ended meanwhile, or a key that has changed: what would go out serves nobody.
    if (unusable(invitation, quote, now) === null) {
      const operatorId = invitation?.emailHash ?? ""
      return yield* sendMail(firing, { operatorId, to: mail.email, ...mailOf(mail, token) }, done)
    }
    return yield* done
  })
