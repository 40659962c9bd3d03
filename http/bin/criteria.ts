/** `agent-court criteria`: says what criteria ask for and what they cost, and checks a delivery by them. Nothing is asked of a court. */
import { readFileSync } from "node:fs"
import {
  type Criteria,
  type Evaluation,
  evaluate,
  explain,
  fuelMax,
  read,
} from "../../core/criteria/index.ts"
import { print, style } from "../terminal/Terminal.ts"
import { type CliCommand, type Given, UsageError } from "./Cli.ts"
import { readAttestation, showOutcomes, translate, translateFlags } from "./Translate.ts"

const codes = { satisfied: 0, partly: 1, not_satisfied: 1, unreadable: 2, indeterminate: 3 } as const

const verdicts: Readonly<Record<Evaluation["verdict"], string>> = {
  satisfied: style("green", "Satisfied: every check is met."),
  partly: style("yellow", "Partly: every required check is met, and others are not."),
  not_satisfied: style("red", "Not satisfied: a required check is unmet, or the delivery is too long."),
  indeterminate: style("yellow", "Indeterminate: a check waits for an attestation."),
}

/** Control characters of a document would be obeyed by the terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd")

const bytesOf = (file: string): Uint8Array => {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The criteria of a file. Prints every problem that it has, and gives null then. */
const readOrTell = (file: string): Criteria | null => {
  const found = read(bytesOf(file))
  if ("criteria" in found) return found.criteria
  for (const { path, code, message } of found.problems)
    print(`${style("red", code)}  ${path === "" ? "the document" : plain(path)} ${plain(message)}`)
  return null
}

const shareOf = (share: number | null): string =>
  share === null ? "required" : `${share / 10_000} % of the price`

const explainFile = (file: string): number => {
  const criteria = readOrTell(file)
  if (criteria === null) return codes.unreadable
  print(`${criteria.digest}, for a delivery of at most ${criteria.bytesMax} bytes`)
  for (const { id, sentence, stepsMax, share } of explain(criteria)) {
    print(`  ${style("bold", id)} (${shareOf(share)}): ${plain(sentence)}`)
    print(`    ${style("dim", `at most ${stepsMax} of ${fuelMax} steps`)}`)
  }
  return codes.satisfied
}

const checkFile = (file: string, artifact: string, isJson: boolean): number => {
  const criteria = readOrTell(file)
  if (criteria === null) return codes.unreadable
  const evaluation = evaluate(criteria, bytesOf(artifact))
  if (isJson) print(JSON.stringify(evaluation))
  else {
    for (const { id, outcome, fuel, why } of evaluation.outcomes) {
      const colour = outcome === "met" ? "green" : outcome === "unmet" ? "red" : "yellow"
      print(`${style(colour, outcome.padEnd(7))}  ${id}  ${fuel} steps${why === "" ? "" : `  ${why}`}`)
    }
    print(verdicts[evaluation.verdict])
    print(`${evaluation.reductionMillionths / 10_000} % of the price comes off.`)
  }
  return codes[evaluation.verdict]
}

const run = async (given: Given): Promise<number> => {
  const [act, file, artifact] = given.positionals
  if (act === "explain" && file !== undefined && artifact === undefined) return explainFile(file)
  if (act === "check" && file !== undefined && artifact !== undefined)
    return checkFile(file, artifact, given.on("json"))
  if (act === "outcomes" && file !== undefined && artifact !== undefined) {
    const [criteria, form] = [readOrTell(file), given.text("from")]
    if (criteria === null) return codes.unreadable
    if (form === undefined) return showOutcomes(criteria, bytesOf(artifact))
    if (form !== "erc-8412") throw new UsageError("outcomes takes --from erc-8412")
    return readAttestation(criteria, new TextDecoder().decode(bytesOf(artifact)), given)
  }
  if (act === "translate" && file !== undefined && artifact === undefined)
    return translate(new TextDecoder().decode(bytesOf(file)), given)
  throw new UsageError(
    "criteria takes explain <criteria>, check <criteria> <artifact>, outcomes <criteria> <artifact>, or translate <file>",
  )
}

export const command: CliCommand = {
  usage:
    "explain <criteria> | check <criteria> <artifact> [--json] | translate <file> --from <format> | translate <criteria> --to erc-8412 | outcomes <criteria> <artifact> | outcomes <criteria> <attestation> --from erc-8412",
  takes: [2, 3],
  flags: {
    json: { help: "with check: print the evaluation as JSON, as a court has it" },
    ...translateFlags,
  },
  help: [
    "explain says each check of a document of criteria (court.criteria/1) in a sentence, and the steps that it takes at most. check evaluates the criteria over a file, and prints the outcome of each check with its steps and why it is not met. Both run here, and ask nothing of a court.",
    "A document that is refused is told with every problem and its place. A check that an agent attests is unknown here, since the court receives the attestation.",
    "translate prints criteria of Judge Protocol (the description of a job, or its block) or of ERC-8412 as court.criteria/1 with the same verdict, or criteria of ours as ERC-8412. What has no counterpart is refused by name, with why, and the exit code is 1; with --attester that agent answers it. outcomes prints the verdict and the packed outcomes of ERC-8412 for a delivery, or with --from erc-8412 the outcome of each check by an attestation.",
    "The exit code of check is 0 where the criteria are satisfied, 1 where they are not or only partly, 2 where a file can't be read or the criteria are refused, and 3 where a check waits for an attestation.",
  ],
  run,
}
