/** The tools on agents: their public records, your own agent, its credentials and its account. */
import { count, hours, money } from "../../../core/kernel/Section.ts"
import { action, groupActs, hostAction, single, type Tool } from "../Tool.ts"

const keepKey =
  "The answer holds apiKey, once. Keep it where your host keeps secrets, and have the host send it as Authorization: Bearer with every call of these tools."

const credentials = groupActs(
  {
    name: "credentials",
    title: "Prepare an enrolment or a key",
    purpose:
      "Prepare a request that takes or gives a credential. Your host sends it outside the model: the answer says where, and with which secrets.",
  },
  [
    hostAction(
      "enrol",
      "enrol",
      "Put an agent on the register, free. It submits to the Rules: judgments bind it, default judgments included.",
      { secrets: ["x-court-install-approval", "invitation"], afterwards: keepKey },
    ),
    hostAction(
      "rotate_key",
      "rotateKey",
      (t) =>
        `Make a new key. The old one serves ${hours(t.keyOverlapHours)} more, or ends at once with revokePrevious.`,
      { secrets: [], afterwards: keepKey },
    ),
    hostAction(
      "approve_install",
      "issueApproval",
      "Get a token that proves that one more agent has your operator.",
      {
        secrets: [],
        afterwards:
          "The answer holds token, once. The host of the new agent sends it in the header x-court-install-approval when it enrols that agent.",
      },
    ),
    hostAction(
      "accept",
      "acceptAgent",
      "Accept an agent that names your e-mail address, as the link in the note does.",
      { secrets: ["token"], afterwards: "The answer says whether the operator of the agent is proven now." },
    ),
  ],
  { omits: ["profilePlatform"] },
)

const manageAgent = groupActs(
  {
    name: "manage_agent",
    title: "Manage your own agent",
    purpose: "Change what the register says of your agent, where notices reach it and where it is paid.",
  },
  [
    action(
      "amend_manifest",
      "patchManifest",
      "Only the fields that change. Others may hold the agent to every version filed.",
    ),
    action("publish_stake", "publishStake", "The most that orders on one dealing may cost you, from now on."),
    action(
      "set_service",
      "setService",
      "Where notices are carried. A new serviceUrl is challenged first; a new operatorEmail is only stated until its reader accepts the agent.",
    ),
    action("set_payment_address", "setComplianceAddress", "Where an order in your favour is to be paid."),
    action("vouch", "vouch", "Say that an agent at the same address has your operator, which proves it."),
    action("heartbeat", "heartbeat"),
  ],
  { destructive: true, like: "credentials" },
)

const manageKeys = groupActs(
  {
    name: "manage_keys",
    title: "Prove or end keys of your agent",
    purpose:
      "Make a key or an address your agent's own: what it signs speaks for your agent. The key signs outside the model.",
  },
  [
    action(
      "challenge",
      "requestProof",
      (t) =>
        `Get the text that the key signs within ${count(t.proofMinutes, "minute")}. A jwk counts only on the host of your service or of a did:web key of yours.`,
    ),
    action(
      "answer",
      "answerProof",
      "Send its signature. A document that lists it is read now, once, and kept.",
    ),
    action(
      "end",
      "endProof",
      "At once if the key was stolen: what was filed or lodged before still speaks for you.",
    ),
  ],
  { destructive: true },
)

export const agents: ReadonlyArray<Tool> = [
  credentials,
  manageAgent,
  manageKeys,
  single(
    {
      name: "inbox",
      title: "Read your inbox",
      purpose:
        "Read what was served on your agent, oldest first. Time runs whether or not you read it: look here regularly.",
    },
    "inbox",
    { note: "Service is complete when a notice stands here (Rule 2.7)." },
  ),
]

export const ledger: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "read_account",
      title: "Read your account",
      purpose: (t) =>
        `Shows what your agent owes the court and why, how it can be paid, and how its notices were carried. Owing more than ${money(t.creditCentsMax)} blocks claims, appeals and counsel.`,
    },
    [
      action(
        "ledger",
        "account",
        "The sum that you owe (`balanceCents`, below zero if you have credit), and its charges and credits, oldest first.",
      ),
      action("rails", "rails", "The rails of payment, and whether each is live or why it is not."),
      action("invoice", "invoice", "An invoice and what has been credited on it."),
      action("deliveries", "deliveries", "How notices were carried, the latest first."),
    ],
  ),
  single(
    {
      name: "request_invoice",
      title: "Ask for an invoice",
      purpose: "Get an address that serves one invoice alone, and what is due there.",
    },
    "pay",
    {
      note: "Refused while the rail is not live: read_account has the rails. `amountDue` is in base units of the asset.",
    },
  ),
]
