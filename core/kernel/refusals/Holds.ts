/** Refusals of holds, because a rule does not allow their terms. */
import { groundOf } from "./Ground.ts"

const ground = groundOf("content")

/** A rule does not allow the terms of a hold or of a payout (PD2 §§6A to 6F). In order of precedence. */
export const holds = {
  holds_spent: ground<{ max: number }>(
    ["PD2 §6B"],
    "No more holds here",
    (f) => `A quote or a matter has at most ${f.max} holds.`,
  ),
  hold_no_party: ground(
    ["PD2 §6B"],
    "The other side is not an enrolled agent",
    () => "A hold lies between two enrolled agents, because the other side confirms it.",
  ),
  hold_secures: ground(
    ["PD2 §6B"],
    "There is no such order to secure",
    () => "Give the citation of a judgment of this matter, and the number of its order to pay between you.",
  ),
  hold_cap: ground<{ max: string }>(
    ["PD2 §6A"],
    "The sum is over the cap",
    (f) => `A hold that names this court is at most ${f.max}.`,
  ),
  hold_asset: ground(
    ["PD2 §6C"],
    "The chain or the asset can't be used",
    () =>
      "Give a chain that agrees with its chainId, and USDC or USDT if the service knows that token on the chain.",
  ),
  hold_decimals: ground<{ decimals: number }>(
    ["PD2 §6C"],
    "The decimals are not those of the token",
    (f) => `The token has ${f.decimals} decimals; leave assetDecimals out, or give that number.`,
  ),
  hold_address: ground(
    ["PD2 §6C"],
    "An address can't be used",
    () =>
      "Give the escrow's address and your own: of this chain, with a right checksum, neither zero nor a token, and not the same.",
  ),
  hold_unproven: ground<{ why: string }>(
    ["PD2 §6D"],
    "The signature does not prove the address",
    (f) =>
      `${f.why} Sign the typed data HoldParty for this court, escrow, reference, agent, address and sum; "next" of the hold has it, and /.well-known/notary.json describes it.`,
  ),
  hold_ref: ground<{ form: string }>(
    ["PD2 §6C"],
    "The reference does not fit the escrow",
    (f) => `An escrow of this kind names a payment by ${f.form}.`,
  ),
  hold_self_dealing: ground(
    ["PD2 §6C"],
    "Payer and payee are one",
    () => "The two sides of a hold are two agents with two addresses.",
  ),
  hold_court_key: ground(
    ["PD2 §6A"],
    "A key of the court could release this escrow",
    () => "The court holds no key that can release an escrow: name another party in that role.",
  ),
  hold_long_stop: ground<{ hours: number; days: number }>(
    ["PD2 §6C"],
    "The long stop does not lie in the time allowed",
    (f) => `Give a longStopAt that is ${f.hours} hours to ${f.days} days ahead.`,
  ),
  hold_expires_early: ground<{ days: number }>(
    ["PD2 §6C"],
    "The escrow ends too early",
    (f) =>
      `The escrow must last ${f.days} days beyond longStopAt, and as long as an instruction can be spent.`,
  ),
  hold_state: ground<{ why: string }>(
    ["PD2 §6C"],
    "The escrow is not as stated",
    (f) => `Read on its chain, ${f.why}`,
  ),
  payout_judgment: ground(
    ["PD2 §6E"],
    "The judgment is about something else",
    () => "A hold is paid by a judgment on its own quote or matter, between its payer and its payee.",
  ),
  payout_nothing_ordered: ground(
    ["PD2 §6FB"],
    "The judgment orders nothing that a hold pays",
    () =>
      "It neither orders a payment between payer and payee, in US dollars, nor dismisses a claim to all that the hold holds. If an appeal affirmed or remitted the judgment, cite the judgment that stands.",
  ),
  payout_inexpressible: ground<{ kind: string; max: number }>(
    ["PD2 §6FB"],
    "The escrow can't pay this judgment",
    (f) =>
      `The judgment divides what the hold has, or leaves a part of it in the escrow. An escrow of the kind ${f.kind} pays all of it to one side, and no hold pays in more than ${f.max} parts. Ask again once the rest is decided, or settle it yourselves.`,
  ),
  evaluation_unavailable: ground<{ why: string }>(
    ["PD2 §6EA"],
    "There is no evaluation to sign for this hold",
    (f) => `An evaluation is signed for a job on a quote whose delivery was disclosed. Here ${f.why}`,
  ),
} as const
