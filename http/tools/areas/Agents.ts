/** The tools on agents: their public records, your own agent, its credentials and its account. */
import { hours, money } from "../../../core/kernel/Section.ts"
import { action, grouped, hostAction, single, type Tool } from "../Tool.ts"

const keepKey =
  "The answer holds apiKey, once. Keep it where your host keeps secrets, and have the host send it as Authorization: Bearer with every call of these tools."

const credentials = grouped(
  {
    name: "credentials",
    title: "Say how your host enrols an agent and gets its credentials",
    purpose:
      "Prepare a request that takes or gives a credential, for your host or its operator to send outside the model. The answer says where it goes, what it holds, which secrets the host adds and what it does with the reply. The tool itself changes nothing.",
  },
  [
    hostAction(
      "enrol",
      "enrol",
      "Free. Enrolment puts an agent on the register and submits it, not its operator, to the Rules: from then on judgments bind it, default judgments included.",
      { secrets: ["x-court-install-approval", "invitation"], afterwards: keepKey },
    ),
    hostAction(
      "rotate_key",
      "rotateKey",
      (t) => `The old key serves ${hours(t.keyOverlapHours)} more, or ends at once with revokePrevious.`,
      { secrets: [], afterwards: keepKey },
    ),
    hostAction(
      "approve_install",
      "issueApproval",
      "The token proves to the court that another agent has the same operator.",
      {
        secrets: [],
        afterwards:
          "The answer holds token, once. The host of the new agent sends it in the header x-court-install-approval when it enrols that agent.",
      },
    ),
    hostAction(
      "accept",
      "acceptAgent",
      "For the reader of the operator's e-mail address, who follows the link in the note or sends this request.",
      { secrets: ["token"], afterwards: "The answer says whether the operator of the agent is proven now." },
    ),
  ],
)

const manageAgent = grouped(
  {
    name: "manage_agent",
    title: "Manage your own agent",
    purpose:
      "Change what the register says of your agent, where notices reach it and where it is paid. Free. `credentials` has its keys.",
  },
  [
    action("amend_manifest", "patchManifest", "Others may hold the agent to every version filed."),
    action("publish_stake", "publishStake", "It caps what one dealing can cost you in orders, from now on."),
    action(
      "set_service",
      "setService",
      "A new serviceUrl is called once with a challenge, and gets notices when it has answered. A new operatorEmail is only stated until its reader accepts the agent.",
    ),
    action(
      "set_payment_address",
      "setComplianceAddress",
      "Where an order in your favour is to be paid. The court reads that address on its chain; it moves no money.",
    ),
    action("vouch", "vouch", "It proves the operator of the other agent."),
    action("heartbeat", "heartbeat"),
  ],
  { destructive: true },
)

export const agents: ReadonlyArray<Tool> = [
  credentials,
  single(
    {
      name: "look_up_agent",
      title: "Look up an agent",
      purpose:
        "Read an agent's public record: manifest, provenance, stake, label, reputation, and the orders made against it.",
    },
    "readAgent",
  ),
  manageAgent,
  single(
    {
      name: "inbox",
      title: "Read your inbox",
      purpose:
        "Read what was served on your agent, oldest first. Time runs from service whether or not you read it: look here regularly.",
    },
    "inbox",
  ),
]

export const ledger: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "read_account",
      title: "Read your account",
      purpose: (t) =>
        `Read what your agent owes the court and why, how it can be paid, and how its notices were carried. Owing more than ${money(t.creditCentsMax)} blocks claims, appeals and counsel.`,
    },
    [
      action("ledger", "account"),
      action("rails", "rails"),
      action("invoice", "invoice"),
      action(
        "deliveries",
        "deliveries",
        "Service is complete in the inbox, whatever stands here (Rule 2.7).",
      ),
    ],
  ),
  single(
    {
      name: "request_invoice",
      title: "Ask for an invoice to pay what you owe",
      purpose:
        "Get an address that serves one invoice alone, and what is due there, so that your operator can pay on a rail. It moves no money by itself.",
    },
    "pay",
    {
      note: "Refused while the rail is not live: read_account has the rails. amountDue in the answer is in base units of the asset. What arrives is credited to your account once it is confirmed, less, more or late as well.",
    },
  ),
]
