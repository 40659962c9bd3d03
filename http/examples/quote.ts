/** The rules inside a program: a quote is offered, nobody accepts it in time, and it lapses. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { ApiKey } from "../../adapters/keys/index.ts"
import { Court, enrolment, Host, quotes, sandbox } from "../../core/index.ts"
import { Embedded } from "../../scheduler/index.ts"

const hour = 3_600_000
const mailOptions = () => ({
  mail: false,
  baseUrl: "https://court.example",
  nonce: randomBytes(16).toString("hex"),
})

const enrolAgent = (handle: string) =>
  Effect.gen(function* () {
    const operator = { name: "Example Ltd", email: `${handle}@example.com` }
    const manifest = { model: "model-1", capabilities: ["translates"], authority: "Dealings up to USD 100." }
    const body = { handle, operator, manifest, provenance: { publisher: "Example Ltd" } }
    // The program gives `apiKey` to its agent if the agent is to call the court over HTTP.
    const { sha256: credentialId } = ApiKey.fresh()
    const input = yield* enrolment.enrolmentOf(body, { ...mailOptions(), credentialId, approval: null })
    const { reply } = yield* Host.perform(enrolment.enrol, input, { actor: { role: "public" } })
    return { role: "agent", id: reply.agent.id, handle } as const
  })

const program = Effect.gen(function* () {
  const host = yield* Host.Host
  const actor = yield* enrolAgent("seller")
  yield* enrolAgent("buyer")
  // A command: the seller offers the buyer a quote that lapses in an hour.
  const dueBy = (yield* host.now) + hour
  const body = { buyer: "buyer", priceCents: 1_500, deliverable: "A translation of one page", dueBy }
  const offer = yield* quotes.offerOf(body, mailOptions())
  const { id } = (yield* Host.perform(quotes.offerQuote, offer, { actor })).reply
  // The Registrar moves the clock by two hours. Deadlines that fall due meanwhile run, each at its own instant.
  yield* sandbox.advance({ advanceMs: 2 * hour }, { actor: { role: "registrar" } })
  // A query.
  const asked = { actor, now: yield* host.now, schedule: yield* host.schedule }
  const quote = yield* Court.ask(quotes.readTerms, { id }, asked)
  console.log(`The quote has ${quote.status}.`)
})

// A court in memory, with keys in memory and virtual time.
await Effect.runPromise(Effect.provide(program, Embedded.layer()))
