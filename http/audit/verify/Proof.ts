/** The check that a court's log has a record, by a proof that was kept with it: `agent-court verify <record> --proof <file>`. */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { count } from "../../../core/kernel/Section.ts"
import { Note, type Policy } from "../../../core/log/index.ts"
import { checkRecord, recordVerdicts } from "../../client/Proof.ts"
import { Failure, print, style } from "../../terminal/Terminal.ts"
import { readPolicy } from "../witness/Policy.ts"
import { checkJudgment } from "./Judgment.ts"
import { decode, isAddress, plain, read } from "./Source.ts"

/** The statement of the court's key document on a log that ended. Earlier versions named only its key. */
const EndedLog = Schema.Struct({
  vkey: Schema.String,
  origin: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
  kept: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null }),
  known: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null }),
  endedAt: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
})
type EndedLog = typeof EndedLog.Type

const keptWords = ({ kept }: EndedLog, index: number): string => {
  if (kept === null)
    return "The log that follows has other events than this one signed: ask the court whether it still has this event."
  const first = `the first ${count(kept, "event")} of this log`
  return index < kept
    ? `The log that follows begins with ${first}, and this event is one of them.`
    : `The log that follows begins with ${first}, and this event is not one of them: the court recorded it and no longer has it. Keep the record and the proof.`
}

/** The lines for a reader of a proof whose log ended. `index` is the place of the event in the log, counted from 0. */
const tellEnded = (ended: EndedLog, index: number): ReadonlyArray<string> => {
  const when = ended.endedAt === null ? "" : ` at ${ended.endedAt}`
  const had = ended.known === null ? "" : `, which had at least ${count(ended.known, "event")}`
  return [
    `This log${had}, ended${when}: the court lost events that the log had signed, or may have lost some, and goes on in another log.`,
    "The key of the log still proves what the log signed.",
    keptWords(ended, index),
  ]
}

const LogDocument = Schema.Struct({
  log: Schema.Struct({
    vkey: Schema.String,
    /** The logs that ended when the court lost events. The events in them stay proved. */
    ended: Schema.optionalWith(Schema.Array(EndedLog), { default: () => [] }),
  }),
})

/** The logs that a reader trusts, and what the court's key document says of the logs that ended. */
interface Logs {
  readonly keys: ReadonlyArray<Note.VerifierKey>
  readonly ended: ReadonlyArray<EndedLog>
}

const logsIn = (document: unknown): Logs => {
  const { vkey, ended } = decode(LogDocument, document, "a key document that names a log").log
  const keys = [vkey, ...ended.map((one) => one.vkey)].map(Note.parseVerifierKey)
  if (keys.includes(null)) throw new Failure("the key of the log can't be read")
  return { keys: keys.flatMap((key) => key ?? []), ended }
}

/** The logs that are trusted: those of the policy, or else those in the court's key document. */
const logsOf = async (
  policy: Policy.Policy | null,
  source: string,
  key: string | undefined,
): Promise<Logs> => {
  const document = key ?? (isAddress(source) ? new URL("/.well-known/notary.json", source).href : undefined)
  const trusted = policy === null ? [] : policy.logs.map((log) => log.key)
  if (trusted.length > 0) {
    // The document only says more of these logs here, so that nothing fails if it can't be read.
    const ended =
      document === undefined
        ? []
        : await read(document)
            .then(logsIn)
            .then(
              (logs) => logs.ended,
              () => [],
            )
    return { keys: trusted, ended }
  }
  if (document === undefined)
    throw new Failure("give --policy with the key of the log, or --key with the court's notary.json")
  return logsIn(await read(document))
}

const proofIn = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    throw new Failure(`${file} can't be read`)
  }
}

/** The rules of its seal that a judgment breaks, if the court's key document was given. */
const findBrokenSeal = async (
  record: object,
  source: string,
  key: string,
): Promise<ReadonlyArray<string>> => {
  const document = await read(key)
  return checkJudgment(record, source, key, undefined)
    .rules(document)
    .flatMap(({ rule, holds }) => (holds ? [] : [rule]))
}

/** The request: a record in a file or at an address, the file of its proof, and what the reader trusts. */
interface Asked {
  readonly source: string
  readonly proofFile: string
  readonly policyFile: string | undefined
  readonly key: string | undefined
}

/** Checks a record by a proof, and prints what was found. Gives whether it is good; throws a `Failure` if that can't be asked. */
export const checkByProof = async ({ source, proofFile, policyFile, key }: Asked): Promise<boolean> => {
  const policy = policyFile === undefined ? null : readPolicy(policyFile)
  const proof = proofIn(proofFile)
  const record = await read(source)
  const { keys, ended } = await logsOf(policy, source, key)
  const trust = { logs: keys, policy, verifiers: LogVerifiers.nodeVerifiers }
  const { valid, verdict, event, unproven, checkpoint, witnesses } = checkRecord(record, proof, trust)
  const isJudgment = typeof record === "object" && record !== null && "payload" in record
  const broken = isJudgment && key !== undefined ? await findBrokenSeal(record, source, key) : []
  if (checkpoint !== null)
    print(`The checkpoint of ${plain(checkpoint.origin)} with ${count(checkpoint.size, "event")}`)
  if (valid && event !== null)
    print(`  event      ${plain(event.type)} of ${plain(event.subject)}, ${event.at}`)
  if (unproven.length > 0)
    print(style("yellow", `  not proven ${plain(unproven.join(", "))}: the event does not hold these`))
  if (policy !== null) print(`  witnesses  ${witnesses.length === 0 ? "none" : plain(witnesses.join(", "))}`)
  for (const rule of broken) print(`  ${style("red", "FAILS")}  ${rule}`)
  const unwitnessed =
    valid && policy === null ? "the log has this event; no witness was asked for (--policy)" : null
  const words =
    valid && broken.length > 0
      ? "the log has it, but its seal is not good"
      : (unwitnessed ?? recordVerdicts[verdict])
  const isGood = valid && broken.length === 0
  const but =
    isGood && unproven.length > 0
      ? `. It says nothing of ${count(unproven.length, "member")} of the record`
      : ""
  print(style(isGood ? "green" : "red", `${isGood ? "Good" : "NOT good"}: ${words}${but}.`))
  const over = ended.find(({ vkey }) => Note.parseVerifierKey(vkey)?.name === checkpoint?.origin)
  if (valid && over !== undefined && checkpoint !== null)
    for (const line of tellEnded(over, checkpoint.index)) print(style("yellow", plain(line)))
  return isGood
}
