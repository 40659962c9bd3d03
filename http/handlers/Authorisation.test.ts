import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { Store } from "../../core/store/Store.ts"
import * as Examples from "../api/Examples.ts"
import {
  type Input,
  type OperationId,
  operationOf,
  operations,
  partsOf,
  targetOf,
} from "../api/Operations.ts"
import { type Body, created, done, refused } from "../testing/Dispute.ts"
import {
  type ActorName,
  actors,
  agents,
  altered,
  filing,
  type Ids,
  onRecord,
  rows,
  sought,
} from "../testing/Permissions.ts"
import { accounts, answers, base, charge, freshStore } from "../testing/Rails.ts"
import { provenKey, type SigningKey, sendSigned } from "../testing/Signing.ts"
import { told } from "../testing/SigningCourt.ts"
import { enrolled, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const filled = (input: Input, ids: Ids): Input => JSON.parse(named(JSON.stringify(input), ids))

/** Puts the parties of the other dispute into an input, so that only the actor does not fit. */
const renamed = (input: Input, ids: Ids): Input =>
  JSON.parse(
    named(JSON.stringify(input), ids)
      .replace(/("(?:against|to)":)"respondent"/g, '$1"absent"')
      .replace(/("inFavourOf":)"claimant"/g, '$1"stranger"'),
  )

/** The members that differ in a filing of the stranger's, against a handle that nobody holds. */
const againstAbsent = {
  respondent: "absent",
  claim: { ...filing.claim, orders: [{ ...sought, against: "absent", inFavourOf: "stranger" }] },
}

/** A text with the ids of one dispute in the place of the names of its records. */
const named = (text: string, ids: Ids): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => needPresent(ids[name as keyof Ids], `the ${name}`))
/** Rows that name a record that the other dispute has too; like this one at first, it has no entry and no appeal. */
const onIds = rows.filter(([id, , input = {}]) =>
  /\{(?!entry|appeal)/.test(Object.values(partsOf(operationOf(id), input).path).join()),
)
/** The rows under their names, for the titles of tests. */
const titled = (some: typeof rows) => some.map((row) => [row[0], row] as const)

it("the table has one row for every operation that needs a credential", () => {
  const guarded = operations
    .filter(({ conditions }) => conditions.credential === "required" || conditions.ownBy !== null)
    .map(({ id }) => id)
  expect(rows.map(([operation]): string => operation).sort()).toEqual(guarded.sort())
})

/** Agents have both. The Registrar and the Judge have bearer credentials alone. */
const ways = ["a bearer credential", "a signature"] as const

describe.each(ways)("who may do what, if agents come with %s", (way) => {
  let court: TestCourt
  let ids: Ids
  /** The ids of the stranger's dispute, in which the claimant, its counsel and the respondent have no part. */
  let otherIds: Ids
  /** The keys of all actors except `nobody`, who has no key. */
  const keys: Partial<Record<ActorName, string>> = {}

  const signing: Partial<Record<ActorName, SigningKey>> = {}

  const keyOf = (actor: ActorName): string => needPresent(keys[actor], `the key of the ${actor}`)
  /** The status of the answer, and the code of a refusal. */
  const ask = async (actor: ActorName, method: string, path: string, body?: unknown): Promise<string> => {
    const given = body === undefined ? {} : { body }
    const by = signing[actor]
    if (by === undefined)
      return refused(court, method, path, { ...(actor === "nobody" ? {} : { key: keyOf(actor) }), ...given })
    const [status, code = "done"] = await told(await sendSigned(court, by, method, `/api/v1${path}`, given))
    return `${status} ${code}`
  }
  const call = (actor: ActorName, id: OperationId, input: Input): Promise<string> => {
    const operation = operationOf(id)
    const { path, query, body } = partsOf(operation, input)
    const target = targetOf(operation, path, query).replace(/^\/api\/v1/, "")
    return ask(actor, operation.method, target, Object.keys(body).length === 0 ? undefined : body)
  }
  const post = (by: ActorName, path: string, body: object = {}) =>
    done(court, "POST", path, { key: keyOf(by), body })
  const made = async (by: ActorName, path: string, body: object) => String((await post(by, path, body)).id)
  const filed = async (by: ActorName, changes: object) =>
    (await post(by, "/matters", { ...filing, ...changes })).matter as {
      readonly id: string
      readonly tenders: ReadonlyArray<{ readonly id: string }>
    }

  /** A hold that `buyer` has named on a quote of `supplier`. */
  const holdOf = async (supplier: ActorName, buyer: string, key: string) => {
    const id = await made(supplier, "/quotes", { ...Examples.quote, buyer })
    await done(court, "POST", `/quotes/${id}/accept`, { key, body: {} })
    const holdRef = `0x${id.replaceAll("-", "").padStart(64, "0")}`
    const { hold } = await created(court, `/quotes/${id}/holds`, key, { ...Examples.quoteHold, holdRef })
    return (hold as { readonly id: string }).id
  }

  /** The records of a dispute besides its matters: `lodger` lodges and offers, `asker` asks for an opinion and an invoice. */
  const recordsOf = async (lodger: ActorName, counterparty: string, asker: ActorName) => ({
    dealing: await made(lodger, "/notarise", { ...Examples.dealing, counterparty }),
    quote: await made(lodger, "/quotes", {
      ...Examples.quote,
      // Nobody holds the handle `absent`, so the quote goes to the lodger's own operator.
      buyer: counterparty === "absent" ? "operator" : counterparty,
    }),
    reference: await made(asker, "/advisory", Examples.reference),
    invoice: await made(asker, "/account/pay", Examples.payment),
  })

  beforeAll(async () => {
    const driver = freshStore()
    court = await startCourt({ sandbox: true, store: Layer.succeed(Store, driver), accounts })
    await answers(driver, court.clock.now, base)
    for (const handle of agents) keys[handle] = await enrolled(court, handle)
    if (way === "a signature")
      for (const handle of agents) signing[handle] = await provenKey(driver, court, handle)
    keys.registrar = court.registrar
    keys.judge = court.judge
    await post("registrar", "/registrar/eligibility", Examples.confirmation)
    await post("registrar", "/registrar/operators/stranger/prove")
    const engaged = { task: "advice", instructions: "Advise me." }
    for (const counsel of ["respondent", "counsel"])
      await post("claimant", "/counsel/brief", { ...engaged, counsel })
    // The respondent owes the fee that the row `recordWork` credits work against.
    const respondent = await done(court, "GET", "/agents/respondent")
    await charge(driver, court.clock.now, String(respondent.id), 101, 10)
    const forClient = () => filed("counsel", { client: "claimant" })
    const [first, settling, ending] = [await forClient(), await forClient(), await forClient()]
    const offered = await post("respondent", `/matters/${settling.id}/consent`, { orders: [sought] })
    ids = {
      ...(await recordsOf("respondent", "claimant", "claimant")),
      hold: await holdOf("respondent", "claimant", keyOf("claimant")),
      matter: first.id,
      settling: settling.id,
      offer: String(offered.offerId),
      ending: ending.id,
      tender: needPresent(first.tenders[0], "the tender").id,
    }
    const other = await filed("stranger", againstAbsent)
    otherIds = {
      ...(await recordsOf("stranger", "absent", "stranger")),
      hold: await holdOf("stranger", "neighbour", await enrolled(court, "neighbour")),
      matter: other.id,
      settling: other.id,
      offer: other.id,
      ending: other.id,
      tender: needPresent(other.tenders[0], "the other tender").id,
    }
  })
  afterAll(() => court.stop())

  it.each(titled(onIds))(
    "PD1 §1 %s on a record of another dispute is refused to both parties and counsel of this one",
    async (_, [operation, , input = {}]) => {
      for (const actor of onRecord)
        expect(await call(actor, operation, renamed(input, otherIds)), `${actor} on ${operation}`).toMatch(
          /^403 /,
        )
    },
  )

  it.each([
    ["admit", undefined],
    ["dispute", altered],
  ])("PD1 §1 %s on a tender of another matter finds no tender", async (act, body) => {
    const tender = `/matters/${ids.matter}/tenders/${otherIds.tender}/${act}`
    expect(await ask("respondent", "POST", tender, body)).toBe("404 unknown_tender")
  })

  it.each(titled(rows))(
    "PD1 §1 %s is open to its actors, and refused to everybody else",
    async (operation, [, may, form = {}, { absent = false, spent = [], bearing = false } = {}]) => {
      const input = filled(form, ids)
      for (const actor of actors.filter((name) => !may.includes(name) && !spent.includes(name))) {
        const answer = await call(actor, operation, input)
        expect(answer, `${actor} on ${operation}`).toMatch(actor === "nobody" ? /^401 / : /^403 /)
      }
      // A body of the wrong shape would be refused before the actor is considered.
      const never = ["401", "403", "500", "invalid_request", ...(absent ? [] : ["404"])]
      if (bearing && way === "a signature") {
        for (const actor of may) expect(await call(actor, operation, input)).toBe("403 key_ended")
        return
      }
      for (const actor of may) {
        const [status, code] = (await call(actor, operation, input)).split(" ")
        for (const one of [status, code]) expect(never, `${actor} on ${operation}`).not.toContain(one)
      }
      if (operation === "deliverJudgment") {
        const record = await done(court, "GET", "/agents/respondent/compliance?limit=100")
        ids.entry = String(needPresent((record.entries as ReadonlyArray<Body>).at(-1), "the entry").id)
      }
      if (operation === "appeal") {
        const matter = await done(court, "GET", `/matters/${ids.matter}`, { key: keyOf("claimant") })
        ids.appeal = String(matter.appealId)
      }
    },
  )
})
