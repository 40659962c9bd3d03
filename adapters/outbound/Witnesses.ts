/**
 * Sends checkpoints to witnesses. Their URLs stand in the operator's own policy, so they may be on this machine. No redirect is followed,
 * as in every request of the court.
 */
import { Effect } from "effect"
import type { Policy, Witness } from "../../core/log/index.ts"
import * as Fetch from "./Fetch.ts"
import { chosenByOperator } from "./Guard.ts"

/** Enough for the signatures of 16 keys of the longest kind. */
const limits: Fetch.Limits = { timeoutMs: 5000, maxBytes: 64_000 }
const fetch = Fetch.make(chosenByOperator)

const read = (fetched: Fetch.Fetched): Witness.Sent => {
  if (fetched._tag === "Failed") return { why: `there was no answer (${fetched.why})` }
  const { end, status, bytes } = fetched
  return end === "whole"
    ? { status, body: Buffer.from(bytes).toString("utf8") }
    : { why: `its answer was not whole (${end})` }
}

/** The witnesses of a policy, called over HTTPS at the addresses that the operator chose. An answer that isn't whole counts as no answer. */
export const make = (policy: Policy.Policy): Witness.Witnesses => ({
  policy,
  send: (url, body) => {
    const headers = { "content-type": "text/plain; charset=utf-8" }
    return Effect.map(
      fetch({ url: `${url.replace(/\/+$/, "")}/add-checkpoint`, headers, body }, limits),
      read,
    )
  },
})
