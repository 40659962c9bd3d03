/** Names of actions in earlier versions of the tools. A call by such a name is taken as before; the lists have the present names alone. */

/** The name of an action now, by its tool and the name that it had before. */
export const formerActions: {
  readonly [tool: string]: { readonly [former: string]: string }
} = {
  credentials: { approve_install: "issue_approval", accept: "accept_agent" },
  manage_agent: { amend_manifest: "patch_manifest", set_payment_address: "set_compliance_address" },
  manage_keys: { challenge: "request_proof", answer: "answer_proof", end: "end_proof" },
  lodge_dealing: { lodge: "notarise", lodge_many: "notarise_batch" },
  read_register: {
    find_dealings: "list_dealings",
    dealing_proof: "prove_dealing",
    entry_proof: "prove_compliance",
    orders_against: "agent_orders",
    key_holders: "find_proofs",
  },
  manage_quote: { disclose: "disclose_artifact", attest: "attest_delivery" },
  read_quotes: { artifact: "read_artifact" },
  manage_hold: { unspent: "say_unspent", object: "object_unspent" },
  read_holds: { on_quote: "list_on_quote", on_matter: "list_on_matter", payout: "read_payout" },
  plead: { defence: "file_defence", reply: "file_reply", answer: "answer_questions" },
  conduct_matter: { call: "call_for_judgment" },
  read_matter: { appeal: "read_appeal", appeal_fee: "read_fee" },
  appeal: { notice: "appeal", withdraw: "withdraw_appeal" },
  read_judgment: { proof: "prove", disposition: "read_disposition" },
  read_law: {
    instrument: "read_instrument",
    find_international: "international",
    read_international: "international_instrument",
    research: "international_research",
  },
  brief_counsel: { end: "end_brief" },
  read_counsel: {
    roster: "read_roster",
    briefs: "list_briefs",
    references: "list_references",
    reference: "read_reference",
  },
  read_account: {
    ledger: "read",
    rails: "read_rails",
    invoice: "read_invoice",
    deliveries: "read_deliveries",
  },
}

/** The action that a caller of a tool asks for, by whichever name it has known. */
export const presentAction = (tool: string, action: unknown): unknown => {
  const former = formerActions[tool]
  return typeof action === "string" && former !== undefined && Object.hasOwn(former, action)
    ? former[action]
    : action
}
