/** `agent-court criteria translate` and `outcomes`: criteria of other protocols as ours, and ours as theirs. */
import { type Criteria, evaluate, read } from "../../core/criteria/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { fromErc8412, outcomesOf, type Recorded, readOutcomes, toErc8412 } from "../formats/erc-8412/index.ts"
import { fromJudgeProtocol } from "../formats/judge-protocol/index.ts"
import { isObject, type Means, type Translation, type Untold } from "../formats/Translation.ts"
import { print, style } from "../terminal/Terminal.ts"
import { type Given, UsageError, whole } from "./Cli.ts"

const bytesMost = bounds.artifactBytesMax
const codes = { done: 0, refused: 1 } as const

export const translateFlags = {
  from: {
    value: "judge-protocol|erc-8412",
    help: "with translate: the form of the file; with outcomes (erc-8412): the file is an attestation",
  },
  to: { value: "erc-8412", help: "with translate: the form that is wanted of criteria of ours" },
  "bytes-max": { value: "n", help: `with --from: the longest delivery in bytes; ${bytesMost} if left out` },
  attester: { value: "handle", help: "with --from: the agent that answers what can't be said" },
  within: { value: "hours", help: "with --attester: its hours" },
  "task-ref": { value: "0x…", help: "with --to: the task, 32 bytes" },
  verifier: { value: "0x…", help: "with --to: the address of the verifier" },
  expiry: { value: "seconds", help: "with --to: when the criteria expire, in seconds since 1970" },
  "obligation-flags": { value: "0x…", help: "with outcomes --from: the flags that the registry has" },
} as const

/** Control characters of a document would be obeyed by the terminal. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd")

const tellRefused = (refused: ReadonlyArray<Untold>): number => {
  for (const { path, why } of refused)
    print(`${style("red", "not translated")}  ${path === "" ? "the document" : plain(path)}: ${plain(why)}`)
  return codes.refused
}

const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`the file is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const meansOf = (given: Given): Means => {
  const handle = given.text("attester")
  const within = whole(given, "within", 1)
  if ((handle === undefined) !== (within === undefined))
    throw new UsageError("--attester and --within go together")
  return {
    bytesMax: whole(given, "bytes-max", 1) ?? bytesMost,
    attester: handle === undefined || within === undefined ? null : { handle, within },
  }
}

const readers: { readonly [form: string]: (text: string, means: Means) => Translation } = {
  "judge-protocol": fromJudgeProtocol,
  "erc-8412": (text, means) => fromErc8412(parse(text), means),
}

const translateFrom = (form: string, text: string, given: Given): number => {
  const reader = Object.hasOwn(readers, form) ? readers[form] : undefined
  if (reader === undefined) throw new UsageError(`--from is ${Object.keys(readers).join(" or ")}`)
  const found = reader(text, meansOf(given))
  if ("refused" in found) {
    const code = tellRefused(found.refused)
    if (given.text("attester") === undefined)
      console.error("with --attester <handle> --within <hours> an agent answers what no check can say")
    return code
  }
  print(JSON.stringify(found.document, null, 2))
  for (const note of [found.digest, ...found.notes]) console.error(plain(note))
  return codes.done
}

const translateTo = (form: string, text: string, given: Given): number => {
  if (form !== "erc-8412") throw new UsageError("--to is erc-8412")
  const expiry = whole(given, "expiry")
  const taskRef = given.text("task-ref") ?? ""
  const verifier = given.text("verifier") ?? ""
  if (!/^0x[0-9a-f]{64}$/i.test(taskRef)) throw new UsageError("--task-ref is 0x and 64 hexadecimal digits")
  if (!/^0x[0-9a-f]{40}$/i.test(verifier)) throw new UsageError("--verifier is 0x and 40 hexadecimal digits")
  if (expiry === undefined)
    throw new UsageError("--expiry is the instant at which the criteria expire, in seconds since 1970")
  const found = read(text)
  if ("problems" in found)
    return tellRefused(found.problems.map(({ path, message }) => ({ path, why: message })))
  const document = parse(text)
  const made = toErc8412(isObject(document) ? document : {}, { taskRef, verifier, expiry })
  if ("why" in made) return tellRefused([{ path: "", why: made.why }])
  print(JSON.stringify(made, null, 2))
  return codes.done
}

/** Translates the text of a file by the flags `--from` or `--to`, and gives the exit code. */
export const translate = (text: string, given: Given): number => {
  const from = given.text("from")
  const to = given.text("to")
  if (from !== undefined && to === undefined) return translateFrom(from, text, given)
  if (to !== undefined && from === undefined) return translateTo(to, text, given)
  throw new UsageError("translate takes either --from (to criteria of ours) or --to (from them)")
}

/** Prints the outcomes of a delivery as ERC-8412 has them, and gives the exit code. */
export const showOutcomes = (criteria: Criteria, bytes: Uint8Array): number => {
  const found = outcomesOf(criteria, evaluate(criteria, bytes))
  if ("why" in found) return tellRefused([{ path: "", why: found.why }])
  print(JSON.stringify(found, null, 2))
  return codes.done
}

const verdictsOf: {
  readonly [verdict: string]: { readonly verdict: Recorded["verdict"]; readonly code: number }
} = {
  Satisfied: { verdict: "Satisfied", code: 0 },
  NotSatisfied: { verdict: "NotSatisfied", code: 1 },
  Indeterminate: { verdict: "Indeterminate", code: 3 },
}

/** Prints the outcome of each check by an attestation of ERC-8412, and gives the exit code: that of `check` for the verdict. */
export const readAttestation = (criteria: Criteria, text: string, given: Given): number => {
  const obligationFlags = given.text("obligation-flags")
  if (obligationFlags === undefined)
    throw new UsageError("--obligation-flags has the flags of the registry, such as 0x70")
  const attestation = parse(text)
  const {
    obligationOutcomes = null,
    undecided = [],
    verdict = null,
  } = isObject(attestation) ? attestation : {}
  const known =
    typeof verdict === "string" && Object.hasOwn(verdictsOf, verdict) ? verdictsOf[verdict] : undefined
  if (known === undefined)
    return tellRefused([{ path: "/verdict", why: `is ${Object.keys(verdictsOf).join(", ")}` }])
  if (typeof obligationOutcomes !== "string")
    return tellRefused([{ path: "/obligationOutcomes", why: "is a text such as 0x60" }])
  const indexes: ReadonlyArray<Json> = Array.isArray(undecided) ? undecided : [undecided]
  const waiting = indexes.filter((one) => typeof one === "number")
  if (waiting.length < indexes.length)
    return tellRefused([{ path: "/undecided", why: "is a list of the indexes of obligations" }])
  const recorded = { obligationFlags, obligationOutcomes, undecided: waiting, verdict: known.verdict }
  const found = readOutcomes(criteria, recorded)
  if ("refused" in found) return tellRefused(found.refused)
  for (const { id, outcome, isWaived } of found.outcomes)
    print(
      `${outcome.padEnd(7)}  ${id}${isWaived ? "  by a waiver, whose signature is not checked here" : ""}`,
    )
  return known.code
}
