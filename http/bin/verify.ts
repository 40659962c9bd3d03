/**
 * `agent-court verify`: checks what a court sealed or signed, from a file or as served: a judgment, an agent's compliance record, or the
 * receipt of a lodgement; and by a proof that the court's log has a dealing, a judgment or an entry.
 */

import { checkCompliance, isCompliance } from "../audit/verify/Compliance.ts"
import { checkJudgment } from "../audit/verify/Judgment.ts"
import { checkLodgement, isLodgement } from "../audit/verify/Lodgement.ts"
import { checkByProof } from "../audit/verify/Proof.ts"
import { read } from "../audit/verify/Source.ts"
import { Failure, print, style, Unasked } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"

const check = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  const proof = given.text("proof")
  const [policyFile, key] = [given.text("policy"), given.text("key")]
  if (proof !== undefined) {
    const isGood = await checkByProof({ source, proofFile: proof, policyFile, key })
    return isGood ? exitCodes.done : exitCodes.failed
  }
  if (policyFile !== undefined) throw new UsageError("--policy goes with --proof")
  const value = await read(source)
  const citation = given.text("citation")
  if (citation !== undefined && (isCompliance(value) || isLodgement(value)))
    throw new Failure("--citation goes with a judgment; this is another record")
  const checked = isCompliance(value)
    ? checkCompliance(value, source, key)
    : isLodgement(value)
      ? checkLodgement(value, key)
      : checkJudgment(value, source, key, citation)
  const rules = checked.rules(await read(checked.keys))
  checked.tell()
  print(`Asked for: ${checked.asked}`)
  print(`Key document: ${checked.keys}`)
  for (const { rule, holds, why } of rules) {
    print(
      `  ${holds ? style("green", "holds") : style("red", "FAILS")}  ${rule}${why === "" ? "" : `: ${why}`}`,
    )
  }
  const good = rules.every(({ holds }) => holds)
  print(good ? style("green", checked.good) : style("red", checked.bad))
  return good ? exitCodes.done : exitCodes.failed
}

/** 0: it is good. 1: something is wrong. 2: it could not be asked. */
const run = (given: Given): Promise<number> =>
  check(given).catch((error: unknown) => {
    throw error instanceof Failure ? new Unasked(error.message) : error
  })

export const command: CliCommand = {
  usage: "<file or address>",
  takes: [1, 1],
  flags: {
    key: {
      value: "file or address",
      help: "the court's key document (notary.json for a judgment, jwks.json for a compliance record); with a copy that you kept you need to trust nobody",
    },
    proof: {
      value: "file",
      help: "a proof that the court's log has the record, as served at …/proof; nothing is then asked of the court if --policy or --key is a file",
    },
    policy: {
      value: "file",
      help: "with --proof: the logs and the witnesses that you trust, and how many of these must have signed (C2SP tlog-policy)",
    },
    citation: {
      value: "citation",
      help: "the judgment that it must be; by default the judgment in the address, or for a file the judgment that the record states",
    },
  },
  help: [
    "Takes a judgment record, from a file, as served at /api/v1/judgments/<citation>, or by the address of its page, /judgments/<citation>. It checks the four rules of a seal, that the record says what is under the seal, and that this is the judgment that was asked for. It shows the citation, title, delivery and orders that are under the seal; the orders name a party by its id, and the handle beside it stands in the reasons under the same seal.",
    "Takes a compliance record too, from a file, as served at /api/v1/agents/<handle>/compliance, or by the address of the agent's page, /agents/<handle>. It checks that the court signed every member, and that this is the agent that was asked for.",
    "Takes the receipt of a lodgement from a file, with --key: as POST /notarise answered it, or, of an entry that was lodged with others, as the client's entryReceipt makes it. It checks that the court signed it, and that the entry stands under the root of its batch. Nothing is asked of the court.",
    "Nothing outside the signature is trusted: whether a key was retired is judged by the delivery under the seal, not by the sealedAt beside it. The live marks (vacated, set aside, superseded) stand outside the seal: read them from the court.",
    "With --proof it takes a judgment record, the receipt of a lodgement or an entry of the Register of Dealings, or an entry of the Register of Compliance. It checks that the record says what the event in the proof recorded, that the event stands in the tree of the checkpoint, that the log signed the checkpoint, and that the witnesses of the policy did. Members of the record that the event does not hold are named as not proven. Of an entry of compliance the event is its latest move. With --key the seal of a judgment is checked too.",
    "The exit code is 1 if something is wrong, and 2 if it could not be asked.",
    "For a file the key of a judgment is fetched from the address that the record itself names, unless --key says otherwise: a forged record can name a forged key, so give --key for a file that you do not trust.",
  ],
  run,
}
