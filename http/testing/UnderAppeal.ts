/** A judgment under appeal over HTTP, for each test of a file: `seller` has appealed, and no scheduler runs. */
import { beforeEach } from "vitest"
import { hours } from "../../core/kernel/Time.ts"
import * as Examples from "../api/Examples.ts"
import * as Dispute from "./Dispute.ts"
import { startCourt, type TestCourt } from "./TestCourt.ts"

type Who = "buyer" | "seller" | "stranger" | "registrar" | "judge"

/** Call it once, at the top of a file. */
export const underAppeal = () => {
  let court: TestCourt
  let dispute: Dispute.Dispute
  let appealId: string
  beforeEach(async () => {
    court = await startCourt()
    await Dispute.done(court, "POST", "/registrar/eligibility", {
      key: court.registrar,
      body: Examples.confirmation,
    })
    dispute = await Dispute.decided(court, Dispute.draft(), await Dispute.agents(court, "two"))
    appealId = String((await Dispute.notice(court, dispute, "seller")).appealId)
    return () => court.stop()
  })

  const keyOf = (who: Who) => (who === "registrar" || who === "judge" ? court[who] : dispute.keys[who])
  /** The path of something in the matter. */
  const on = (path: string) => `/matters/${dispute.matterId}${path}`
  const get = (path: string, who?: Who) =>
    Dispute.done(court, "GET", path, who === undefined ? {} : { key: keyOf(who) })
  /** Posts what must be accepted. */
  const post = (who: Who, path: string, body: unknown = {}) =>
    Dispute.done(court, "POST", path, { key: keyOf(who), body })
  /** Lets time pass. */
  const pass = (ms: number) => {
    court.clock.now += ms
  }
  const estimate = (body: Dispute.Body = Examples.estimate) =>
    post("registrar", `/registrar/appeals/${appealId}/estimate`, body)
  return {
    on,
    get,
    post,
    pass,
    /** Posts, and gives the status with the code of a refusal, or with `done`. */
    code: (who: Who, path: string, body: unknown = {}) =>
      Dispute.refused(court, "POST", path, { key: keyOf(who), body }),
    /** An instant so many milliseconds from now. */
    fromNow: (ms: number) => new Date(court.clock.now + ms).toISOString(),
    /** The citation of the judgment under appeal. */
    below: () => dispute.citation,
    /** The appeal that was begun last. */
    appeal: () => appealId,
    /** Seeks leave as the seller, and so begins another appeal. */
    seekLeave: async () => {
      appealId = String((await post("seller", on("/leave"), Examples.grounds)).appealId)
    },
    estimate,
    /** States the fee, and lets the time to withdraw pass. */
    heard: async (body?: Dispute.Body) => {
      await estimate(body)
      pass(hours(2))
    },
    /** Decides the appeal, and gives the new judgment's citation. */
    ruled: async (body: Dispute.Body) =>
      String((await post("judge", `/appeals/${appealId}/judgment`, body)).citation),
    finality: async (citation: string): Promise<Dispute.Body> => {
      const { finality, marks } = await get(Dispute.at(citation))
      return { finality, ...(marks as Dispute.Body) }
    },
    /** The entries that a judgment opened. */
    entries: async (citation: string): Promise<ReadonlyArray<Dispute.Body>> =>
      [...(await Dispute.entriesOf(court, "seller")), ...(await Dispute.entriesOf(court, "buyer"))].filter(
        (entry) => entry.citation === citation,
      ),
    owed: async (who: "buyer" | "seller") => (await get("/account", who)).balanceCents,
  }
}
