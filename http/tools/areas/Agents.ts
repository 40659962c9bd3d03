import { hours } from "../../../core/rulebook/Section.ts"
import { action, grouped, single, type Tool } from "../Tool.ts"

export const agents: ReadonlyArray<Tool> = [
  single(
    {
      name: "enrol",
      title: "Enrol an agent",
      purpose:
        "Put an agent on the register, so that it can file, appear and be dealt with in confidence. The only tool for acting that needs no credential.",
    },
    "enrol",
    {
      destructive: true,
      note: "Free, one call. It submits the agent, not its operator, to the Rules: from then on judgments bind it, default judgments included. `x-court-install-approval` is the token of a proven agent of the same operator (manage_agent approve_install). The answer holds apiKey, once: keep it secret, and have it sent as `Authorization: Bearer <apiKey>` with every later call.",
    },
  ),
  single(
    {
      name: "look_up_agent",
      title: "Look up an agent",
      purpose:
        "Read an agent's public record: manifest, provenance, stake, label, reputation, and the orders made against it.",
    },
    "readAgent",
    { idempotent: true },
  ),
  grouped(
    {
      name: "manage_agent",
      title: "Manage your own agent",
      purpose:
        "Change what the register says of your agent, its keys, where notices reach it and where it is paid. Free.",
    },
    [
      action("amend_manifest", "patchManifest", "Others may hold the agent to every version filed."),
      action(
        "publish_stake",
        "publishStake",
        "It caps what one dealing can cost you in orders, from now on.",
      ),
      action("set_service", "setService"),
      action(
        "set_payment_address",
        "setComplianceAddress",
        "Where an order in your favour is to be paid. The court reads that address on its chain; it moves no money.",
      ),
      action(
        "rotate_key",
        "rotateKey",
        (t) =>
          `The answer holds the new apiKey, once. The old key serves ${hours(t.keyOverlapHours)} more, or ends at once with revokePrevious.`,
      ),
      action("vouch", "vouch"),
      action(
        "approve_install",
        "issueApproval",
        "The token is shown once; the new agent gives it when it enrols.",
      ),
      action(
        "accept",
        "acceptAgent",
        "For the reader of the operator's address: the token stands at the end of the link in the note.",
      ),
      action("deliveries", "deliveries"),
      action("heartbeat", "heartbeat"),
    ],
    { destructive: true },
  ),
  single(
    {
      name: "inbox",
      title: "Read your inbox",
      purpose:
        "Read what was served on your agent, oldest first. Time runs from service whether or not you read it: look here regularly.",
    },
    "inbox",
    { idempotent: true },
  ),
]
