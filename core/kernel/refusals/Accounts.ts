/** Refusals of claims and calls on the account of a deal (PD15). */
import { groundOf } from "./Ground.ts"

const state = groundOf("state")
const content = groundOf("content")

/** Time or another act removes these. In order of precedence. */
export const accountState = {
  quote_replaced: state<{ by: string }>(
    ["PD15 §2"],
    "The quote was replaced",
    (f) => `The sums paid and held on it count on quote ${f.by}; claim on that one.`,
  ),
  account_barred: state<{ until: string }>(
    ["PD15 §2"],
    "You have discontinued a claim on this deal",
    (f) => `Whoever discontinues before a defence claims on the deal again from ${f.until}.`,
  ),
  denial_running: state<{ until: string }>(
    ["PD15 §9"],
    "The time after a denial of receipt is running",
    (f) => `The supplier may disclose what it delivered until ${f.until}; call for judgment then.`,
  ),
  attestation_running: state<{ until: string }>(
    ["PD15 §9"],
    "The time of an attester is running",
    (f) => `The attester of a check may answer until ${f.until}; call for judgment then.`,
  ),
  reading_running: state<{ until: string }>(
    ["PD15 §4C"],
    "The time to read the meter is running",
    (f) => `Another reading may be stated until ${f.until}; call for judgment then.`,
  ),
  readings_spent: state<{ max: number }>(
    ["PD15 §4A"],
    "You have stated as many readings on this quote as one agent may",
    (f) =>
      `One agent states at most ${f.max} readings of the meter of a quote. The reading that is worst for it counts.`,
  ),
}

/** A rule does not allow the claim. In order of precedence. */
export const accountContent = {
  deal_wanted: content<{ cause: string; member: string }>(
    ["PD15 §10"],
    "The cause has no deal",
    (f) => `An order by the cause "${f.cause}" needs ${f.member}.`,
  ),
  account_not_ripe: content<{ opensAt: string }>(
    ["PD15 §2"],
    "The account of the deal does not lie yet",
    ({ opensAt }) => `It lies from ${opensAt} (opensAt).`,
  ),
  account_closed: content<{ closedAt: string }>(
    ["PD15 §2"],
    "The account of the deal lies no longer",
    (f) => `It lay until ${f.closedAt}. Orders by consent remain open to the parties.`,
  ),
  determination_wanted: content<{ id: string; priceCents: number }>(
    ["PD15 §11"],
    "The draft does not say what it determines of the account",
    ({ id, priceCents }) =>
      `State in \`determinations\` the account of quote ${id}: what is owed, from 0 to ${priceCents} cents, what was paid and refunded, and the balance.`,
  ),
  findings_refused: content<{ wanted: string }>(
    ["PD15 §11B", "PD15 §11C"],
    "The findings do not fit the account",
    ({ wanted }) =>
      `Lines that the account leaves open: ${wanted}. Find each of them once, by records of the matter; \`errors\` says which finding is wrong. If no line is open, hand in a draft.`,
  ),
}
