/** A judgment under appeal over HTTP, for each test of a file: `seller` has appealed, and no scheduler runs. */
import { beforeEach } from "vitest"
import { hours } from "../../core/kernel/Time.ts"
import * as Examples from "../api/Examples.ts"
import {
  agents,
  at,
  type Body,
  type Dispute,
  decided,
  done,
  draft,
  entriesOf,
  notice,
  refused,
} from "./Dispute.ts"
import { startCourt, type TestCourt } from "./TestCourt.ts"

type Who = "buyer" | "seller" | "stranger" | "registrar" | "judge"

/** Call it once, at the top of a file. */
export const underAppeal = () => {
  let court: TestCourt
  let dispute: Dispute
  let appealId: string
  beforeEach(async () => {
    court = await startCourt()
    await done(court, "POST", "/registrar/eligibility", { key: court.registrar, body: Examples.confirmation })
    dispute = await decided(court, draft(), await agents(court, "two"))
    appealId = String((await notice(court, dispute, "seller")).appealId)
    return () => court.stop()
  })

  const keyOf = (who: Who) => (who === "registrar" || who === "judge" ? court[who] : dispute.keys[who])
  /** The path of something in the matter. */
  const on = (path: string) => `/matters/${dispute.matterId}${path}`
  const get = (path: string, who?: Who) =>
    done(court, "GET", path, who === undefined ? {} : { key: keyOf(who) })
  /** Posts what must be accepted. */
  const post = (who: Who, path: string, body: unknown = {}) =>
    done(court, "POST", path, { key: keyOf(who), body })
  /** Lets time pass. */
  const pass = (ms: number) => {
    court.clock.now += ms
  }
  const estimate = (body: Body = Examples.estimate) =>
    post("registrar", `/registrar/appeals/${appealId}/estimate`, body)
  return {
    on,
    get,
    post,
    pass,
    /** Posts, and gives the status with the code of a refusal, or with `done`. */
    code: (who: Who, path: string, body: unknown = {}) =>
      refused(court, "POST", path, { key: keyOf(who), body }),
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
    heard: async (body?: Body) => {
      await estimate(body)
      pass(hours(2))
    },
    /** Decides the appeal, and gives the new judgment's citation. */
    ruled: async (body: Body) =>
      String((await post("judge", `/appeals/${appealId}/judgment`, body)).citation),
    finality: async (citation: string): Promise<Body> => {
      const { finality, marks } = await get(at(citation))
      return { finality, ...(marks as Body) }
    },
    /** The entries that a judgment opened. */
    entries: async (citation: string): Promise<ReadonlyArray<Body>> =>
      [...(await entriesOf(court, "seller")), ...(await entriesOf(court, "buyer"))].filter(
        (entry) => entry.citation === citation,
      ),
    owed: async (who: "buyer" | "seller") => (await get("/account", who)).balanceCents,
  }
}
