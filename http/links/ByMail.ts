/**
 * Links to a matter by e-mail. Whoever asks learns nothing: the answer is the same whether there is such a matter, whether its parties have
 * a proven address, and whether a mail goes out. A link goes only to the address that is proven for the operator of a party (PD3 §2).
 */
import { createHash, randomUUID } from "node:crypto"
import { Effect, Option } from "effect"
import { Carrier } from "../../adapters/notices/Carrier.ts"
import { Agent, Allowance, records as agentRecords, isProven, Operator } from "../../core/agents/index.ts"
import { Host, perform } from "../../core/kernel/Host.ts"
import * as Reader from "../../core/kernel/Reader.ts"
import { Clauses } from "../../core/law/index.ts"
import { records } from "../../core/matters/index.ts"
import { Store, type StoreUnavailable } from "../../core/store/Store.ts"
import type { Grantee } from "../oauth/AccessToken.ts"
import { take } from "./Once.ts"

/** A matter sends links once in so many hours, whoever asks; an address gets so many in a day, of whatever matters. */
export const atMost = { hoursBetween: 1, linksPerDay: 3 } as const
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)

/** Takes one of the links of an address for the day; false if all are taken. */
const takeOfDay = (
  operatorId: string,
  day: number,
  n = 0,
): Effect.Effect<boolean, StoreUnavailable, Store | Host> =>
  n >= atMost.linksPerDay
    ? Effect.succeed(false)
    : Effect.flatMap(take(`link-mail/${hashOf(operatorId)}/${day}/${n}`), (taken) =>
        taken ? Effect.succeed(true) : takeOfDay(operatorId, day, n + 1),
      )

const wordsOf = (handle: string, number: number, url: string) => ({
  subject: `${Clauses.forum}: a link to matter ${number}`,
  text: `Somebody asked on the page of matter ${number} for a link to it. It goes to you as the operator of ${handle}, a party.\n\n${url}\n\nIt serves once, within ten minutes, and shows the matter as ${handle} may read it. Whoever opens it reads the matter, so pass it on to nobody.\nIf you did not ask, do nothing: the link serves no more after ten minutes.\n`,
})

/** Mails a link to the operator of each party whose address is proven and whose agent has a key in force. `linkFor` makes the link. */
export const mailLinks = Effect.fnUntraced(function* (
  id: string,
  linkFor: (grantee: Grantee) => Effect.Effect<string>,
) {
  const carrier = Option.getOrNull(yield* Effect.serviceOption(Carrier))
  if (carrier === null || carrier.mail === null) return
  const { reader } = Reader.make(yield* Store)
  const matter = Option.getOrNull(yield* reader.find(records.Matters, id))
  if (matter === null) return
  const now = yield* (yield* Host).now
  if (!(yield* take(`matter-mail/${id}/${Math.floor(now / (atMost.hoursBetween * hourMs))}`))) return
  for (const party of [matter.claimant, matter.respondent]) {
    if (party.id === null) continue
    const agent = Option.getOrNull(yield* reader.find(Agent.Agents, party.id))
    const keyring = Option.getOrNull(yield* reader.find(agentRecords.Keyrings, party.id))
    if (agent === null || !isProven(agent) || keyring === null || keyring.current === null) continue
    const operator = Option.getOrNull(yield* reader.find(Operator.Operators, agent.operatorId))
    if (operator === null || !(yield* takeOfDay(operator.id, Math.floor(now / dayMs)))) continue
    const mailId = randomUUID()
    const reserving = {
      allowance: Allowance.mailsTo(operator.id),
      figure: "addressMailsPerDay",
      id: mailId,
    } as const
    const { reply } = yield* perform(Allowance.reserve, reserving, { actor: { role: "scheduler" } })
    if (!reply.sends) continue
    const url = yield* linkFor({ credential: keyring.current })
    yield* carrier.mail({ id: mailId, to: operator.email, ...wordsOf(agent.handle, matter.number, url) })
  }
})
