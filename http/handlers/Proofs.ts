/** The handlers for the keys of agents. */
import { answerProof, endProof, findProofs, requestProof } from "../../core/proofs/index.ts"
import type { ProofsGroup } from "../api/Proofs.ts"
import { answerWith, type Handlers } from "../server/Handler.ts"

/** A challenge names the court by its origin. */
export const proofs = ({ baseUrl }: { readonly baseUrl: string }): Handlers<typeof ProofsGroup> => ({
  findProofs,
  requestProof: (request) =>
    answerWith(
      requestProof,
      { handle: request.path.handle, court: new URL(baseUrl).origin, asked: request.payload },
      request,
    ),
  answerProof,
  endProof,
})
