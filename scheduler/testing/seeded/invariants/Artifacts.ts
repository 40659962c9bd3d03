/**
 * The invariants of signed artifacts. The finding of the court by an artifact is read from the court's reasons, and compared with what was
 * signed in truth.
 */
import { Agent, records as agentRecords } from "../../../../core/agents/index.ts"
import { Findings } from "../../../../core/evidence/index.ts"
import { Judgment } from "../../../../core/judgments/index.ts"
import { Matter } from "../../../../core/matters/index.ts"
import { type ProvenKey, records as proofRecords } from "../../../../core/proofs/index.ts"
import { changesOf, type Invariant } from "../Invariant.ts"
import type { Watched } from "../Watched.ts"

/** A fact that reasons call established by a receipt, with the key that they name. */
const found =
  /“(Receipt: [^”]*)”\) is established: these words stand in [^,]*, an x402 receipt that the respondent signed as seller with the key “([^”]*)”/g

const issuedIn = (words: string): number => Date.parse(/issued (.*)\.$/.exec(words)?.[1] ?? "")

/** Whether a key was an agent's at an instant, by the proofs that the court has recorded. Nothing but proofs names keys in a run. */
const wasKeyOf = (store: Watched, agentId: string, name: string, at: number): boolean => {
  const proofs = store.all(proofRecords.ProvenKeys).filter((proof) => proof.name === name)
  // The Registrar may end all keys of an agent, and leaves its proofs as they are (Rule 2.6).
  const endOf = ({ agentId: of, endedAt }: ProvenKey.ProvenKey): number =>
    Math.min(endedAt ?? Infinity, store.find(agentRecords.Keyrings, of)?.endedAt ?? Infinity)
  const standing = proofs.filter((proof) => proof.provenAt <= at && endOf(proof) > at)
  if (standing.length > 0) return standing.some((proof) => proof.agentId === agentId)
  const later = proofs.some((proof) => proof.agentId === agentId && proof.provenAt > at)
  return later && (store.find(Agent.Agents, agentId)?.enrolledAt ?? Infinity) <= at
}

/** `signed` has what keys signed in truth: the name of the key and the words, on a line each. */
export const byArtifacts = (signed: ReadonlySet<string>): ReadonlyArray<Invariant> => {
  const isSaid = (store: Watched, agentId: string, name: string, words: string): boolean =>
    signed.has(`${name}\n${words}`) && wasKeyOf(store, agentId, name, issuedIn(words))
  return [
    {
      name: "an artifact speaks for nobody whose key did not sign it",
      broken: ({ set }, store) =>
        [...Findings.recordedFindings(set).values()].flatMap(({ signers, statement }) =>
          signers.flatMap(({ agent: handle, key }) => {
            const agent = store.all(Agent.Agents).find((one) => one.handle === handle)
            return handle === null ||
              statement.every(({ text }) => agent !== undefined && isSaid(store, agent.id, key, text))
              ? []
              : [`${handle} by ${key}: ${JSON.stringify(statement)}`]
          }),
        ),
    },
    {
      name: "no fact is established by what the respondent's key did not sign",
      broken: (commit, store) =>
        changesOf(commit, Judgment.Judgments)
          .filter(({ before }) => before === null)
          .flatMap(({ after: { matterId } }) => {
            const respondent = store.find(Matter.Matters, matterId)?.respondent.id ?? ""
            return commit.set.blobs.flatMap(({ text }) =>
              // In reasons the mark before the fragment of a name is escaped.
              [...text.replaceAll("\\", "").matchAll(found)].flatMap(([line, words = "", name = ""]) =>
                isSaid(store, respondent, name, words) ? [] : [line],
              ),
            )
          }),
    },
  ]
}
