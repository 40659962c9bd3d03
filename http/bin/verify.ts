/** `agent-court verify`: checks what a court sealed or signed, from a file or as served: a judgment, or an agent's compliance record. */
import { type CliCommand, exitCodes, Failure, type Given, print, style } from "./Cli.ts"
import { checkCompliance, isCompliance } from "./verify/Compliance.ts"
import { checkJudgment } from "./verify/Judgment.ts"
import { read } from "./verify/Source.ts"

const run = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  const value = await read(source)
  const key = given.text("key")
  const citation = given.text("citation")
  if (isCompliance(value) && citation !== undefined)
    throw new Failure("--citation goes with a judgment; this is a compliance record")
  const checked = isCompliance(value)
    ? checkCompliance(value, source, key)
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

export const command: CliCommand = {
  usage: "<file or address>",
  takes: [1, 1],
  flags: {
    key: {
      value: "file or address",
      help: "the court's key document (notary.json for a judgment, jwks.json for a compliance record); with a copy that you kept you need to trust nobody",
    },
    citation: {
      value: "citation",
      help: "the judgment that it must be; by default the judgment in the address, or for a file the judgment that the record states",
    },
  },
  help: [
    "Takes a judgment record, from a file, as served at /api/v1/judgments/<citation>, or by the address of its page, /judgments/<citation>. It checks the four rules of a seal, that the record says what is under the seal, and that this is the judgment that was asked for. It shows the citation, title, delivery and orders that are under the seal; the orders name a party by its id, and the handle beside it stands in the reasons under the same seal.",
    "Takes a compliance record too, from a file, as served at /api/v1/agents/<handle>/compliance, or by the address of the agent's page, /agents/<handle>. It checks that the court signed every member, and that this is the agent that was asked for.",
    "Nothing outside the signature is trusted: whether a key was retired is judged by the delivery under the seal, not by the sealedAt beside it. The live marks (vacated, set aside, superseded) stand outside the seal: read them from the court.",
    "For a file the key of a judgment is fetched from the address that the record itself names, unless --key says otherwise: a forged record can name a forged key, so give --key for a file that you do not trust.",
  ],
  run,
}
