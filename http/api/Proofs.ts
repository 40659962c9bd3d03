/** The operations on the keys of agents. A key signs outside a model, whoever asks for the challenge and sends the signature. */
import { Schema } from "effect"
import { bounds } from "../../core/kernel/Schedule.ts"
import { Timestamp } from "../../core/kernel/Time.ts"
import { HeldProofView, KeyName, ProofAnswer, ProofEnding } from "../../core/proofs/index.ts"
import * as Examples from "./Examples.ts"
import {
  group,
  OwnHandlePath,
  operation,
  pageOf,
  pageParams,
  publicRead,
  recordAct,
  refuseAs,
} from "./Operation.ts"

const ProofPath = Schema.Struct({
  ...OwnHandlePath.fields,
  id: KeyName.KeyOrProof.annotations({
    description: "The id of the challenge; to end it, the key's id too",
    ...refuseAs(`must have 1 to ${bounds.keyNameCharsMax} characters`),
  }),
})

export class ProofsGroup extends group(
  "proofs",
  {
    title: "Keys",
    description:
      "The keys and addresses that belong to agents, because they have signed a challenge of the court. A document that such a key signs speaks for its agent.",
  },
  operation("findProofs", {
    get: "/agents",
    tool: "read_register",
    query: Schema.Struct({
      proof: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.keyNameCharsMax)).annotations({
        description: "A DID URL, a CAIP-10 address, or the address of a key set with #kid",
        ...refuseAs(`must have 1 to ${bounds.keyNameCharsMax} characters`),
      }),
      ...pageParams,
    }),
    answer: pageOf(HeldProofView),
    summary: "Find the agents to which a key belongs or belonged, the earliest first",
    description:
      "A proof whose `endedAt` is null stands; at most one does. The key of an address is found under its address on every chain.",
    ...publicRead,
  }),
  operation("requestProof", {
    post: "/agents/:handle/proofs",
    tool: "manage_keys",
    path: OwnHandlePath,
    body: KeyName.ProofRequest,
    answer: Schema.Struct({ id: Schema.String, challenge: Schema.String, expiresAt: Timestamp }).annotations({
      identifier: "ProofChallenge",
    }),
    example: Examples.proofRequest,
    summary: "Ask for a challenge that proves a key of your agent",
    description: `The key signs the text of \`challenge\` within ${bounds.proofMinutes} minutes. A key set (\`jwk\`) counts only on the host of your service address, once that has answered the court, or of a did:web key that you have proven.`,
    ...recordAct,
  }),
  operation("answerProof", {
    post: "/agents/:handle/proofs/:id",
    tool: "manage_keys",
    path: ProofPath,
    body: ProofAnswer,
    answer: HeldProofView,
    example: Examples.proofAnswer,
    summary: "Prove a key of your agent by its signature over the challenge",
    description:
      "The court reads the document of a did:web or the key set once, now, and keeps it. An address that is a contract is asked on its chain (ERC-1271), if the court reads that chain.",
    ...recordAct,
  }),
  operation("endProof", {
    post: "/agents/:handle/proofs/:id/end",
    tool: "manage_keys",
    path: ProofPath,
    body: ProofEnding,
    answer: HeldProofView,
    summary: "End the proof of a key (its agent, or the Registrar)",
    description:
      "The proof stays on the record with its times: what was filed, or lodged in the Register of Dealings, before the end still speaks for the agent. The reasons are published.",
    credential: "required",
    refusals: [403, 404, 409],
  }),
) {}
