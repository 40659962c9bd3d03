/** Trust policies: which logs are known, which witnesses, and how many of those must have signed a checkpoint (C2SP tlog-policy). */
import { Either } from "effect"
import { count as counted } from "../kernel/Section.ts"
import type * as Checkpoint from "./Checkpoint.ts"
import { portableVerifiers, signatureBy, type Verifiers } from "./Cosignature.ts"
import { formatVerifierKey, parseVerifierKey, signatureTypes, type VerifierKey } from "./Note.ts"
import type { StatedPolicy } from "./Records.ts"

/** A log that a policy names; `url` is null if the policy does not say where it is. */
export interface KnownLog {
  readonly key: VerifierKey
  readonly url: string | null
}

/** A witness whose cosignatures count; `url` is null if nobody submits to it. */
export interface KnownWitness {
  readonly name: string
  readonly key: VerifierKey
  readonly url: string | null
}

/** A witness, or a group of which so many members must have signed. */
type Cosigner = KnownWitness | { readonly atLeast: number; readonly members: ReadonlyArray<Cosigner> }

/** Which logs and witnesses a reader trusts, and how many of them must have signed. */
export interface Policy {
  readonly logs: ReadonlyArray<KnownLog>
  readonly witnesses: ReadonlyArray<KnownWitness>
  /** Null if no witness need have signed. */
  readonly quorum: Cosigner | null
}

/** The error of a policy, and its line, counted from 1. */
export interface PolicyError {
  readonly line: number
  readonly problem: string
}

interface Read {
  readonly logs: Array<KnownLog>
  readonly witnesses: Array<KnownWitness>
  readonly names: Map<string, Cosigner>
  readonly members: Set<string>
  quorum: Cosigner | null | undefined
}

const witnessTypes: ReadonlyArray<number> = [signatureTypes.cosignature, signatureTypes.mlDsa44]

const sameKey = (a: VerifierKey) => (b: { readonly key: VerifierKey }) =>
  String(a.publicKey) === String(b.key.publicKey)

const isBounded = (items: ReadonlyArray<string>, least: number, most: number): boolean =>
  items.length >= least && items.length <= most

/** Reads a line of a policy into what was read before. Each gives the problem of the line, or null. */
const readers: Readonly<Record<string, (items: ReadonlyArray<string>, read: Read) => string | null>> = {
  log: (items, read) => {
    const [vkey = "", url = null] = items
    if (!isBounded(items, 1, 2)) return "a log line is: log <vkey> [<url>]"
    const key = parseVerifierKey(vkey)
    if (key === null) return "the key of the log can't be read"
    if (read.logs.some(sameKey(key))) return "the key of the log stands in an earlier line"
    read.logs.push({ key, url })
    return null
  },
  witness: (items, read) => {
    const [name = "", vkey = "", url = null] = items
    if (!isBounded(items, 2, 3)) return "a witness line is: witness <name> <vkey> [<url>]"
    const key = parseVerifierKey(vkey)
    if (key === null) return "the key of the witness can't be read"
    if (!witnessTypes.includes(key.type)) return "the key is not one for cosignatures"
    if (read.witnesses.some(sameKey(key))) return "the key of the witness stands in an earlier line"
    const witness = { name, key, url }
    read.witnesses.push(witness)
    return define(name, witness, read)
  },
  group: ([name = "", count = "", ...names], read) => {
    if (names.length === 0) return "a group line is: group <name> all|any|<k> <name>..."
    const atLeast = count === "all" ? names.length : count === "any" ? 1 : countOf(count)
    if (atLeast < 1 || atLeast > names.length)
      return `of ${counted(names.length, "member")}, ${count} can't be required`
    const members: Array<Cosigner> = []
    for (const member of names) {
      const found = read.names.get(member)
      if (found === undefined) return `${member} is not defined in an earlier line`
      if (read.members.has(member)) return `${member} is a member of a group already`
      read.members.add(member)
      members.push(found)
    }
    return define(name, { atLeast, members }, read)
  },
  quorum: (items, read) => {
    const [name = ""] = items
    if (!isBounded(items, 1, 1)) return "a quorum line is: quorum <name>"
    if (read.quorum !== undefined) return "there is a quorum line already"
    const found = name === "none" ? null : read.names.get(name)
    if (found === undefined) return `${name} is not defined in an earlier line`
    read.quorum = found
    return null
  },
}

/** A number in decimal; 0 for another text. */
const countOf = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)

const define = (name: string, cosigner: Cosigner, { names }: Read): string | null => {
  if (name === "none" || names.has(name)) return `the name ${name} is taken`
  names.set(name, cosigner)
  return null
}

const control = /[^\P{Cc}\t\u0080-\u009f]/u

const readLine = (line: string, read: Read): string | null => {
  if (control.test(line)) return "it has a control character"
  const [keyword = "", ...items] = line.split(/[ \t]+/).filter((item) => item !== "")
  if (keyword === "" || keyword.startsWith("#")) return null
  const reader = Object.hasOwn(readers, keyword) ? readers[keyword] : undefined
  return reader === undefined ? `no line begins with ${keyword}` : reader(items, read)
}

/** The policy that a text states, or the first line that is wrong. */
export const parse = (text: string): Either.Either<Policy, PolicyError> => {
  const lines = text.split("\n")
  const read: Read = { logs: [], witnesses: [], names: new Map(), members: new Set(), quorum: undefined }
  const last = lines.length
  for (const [i, line] of lines.entries()) {
    const problem = readLine(line, read)
    if (problem !== null) return Either.left({ line: i + 1, problem })
  }
  if (lines.at(-1) !== "") return Either.left({ line: last, problem: "it doesn't end in a newline" })
  const { logs, witnesses, quorum } = read
  return quorum === undefined
    ? Either.left({ line: last, problem: "there is no quorum line" })
    : Either.right({ logs, witnesses, quorum })
}

/** Whether these witnesses are a quorum of a policy. */
export const isQuorum = ({ quorum }: Policy, signed: ReadonlySet<KnownWitness>): boolean => {
  const has = (cosigner: Cosigner): boolean =>
    "key" in cosigner ? signed.has(cosigner) : cosigner.members.filter(has).length >= cosigner.atLeast
  return quorum === null || has(quorum)
}

/** The witnesses of a policy that signed a checkpoint; `bad` if a line claims to be of a witness and isn't. */
export const witnessesOf = (
  { witnesses }: Pick<Policy, "witnesses">,
  signed: Checkpoint.Signed,
  verifiers: Verifiers = portableVerifiers,
): ReadonlySet<KnownWitness> | "bad" => {
  const found = witnesses.map((witness) => ({
    witness,
    verdict: signatureBy(witness.key, signed, verifiers),
  }))
  if (found.some(({ verdict }) => verdict === "bad")) return "bad"
  return new Set(found.flatMap(({ witness, verdict }) => (verdict === "good" ? [witness] : [])))
}

const quorumText = (cosigner: Cosigner): string =>
  "key" in cosigner
    ? formatVerifierKey(cosigner.key)
    : `${cosigner.atLeast} of (${cosigner.members.map(quorumText).sort().join(", ")})`

/**
 * The conditions that a policy sets for a checkpoint. Two files with the same conditions give the same statement, whatever names and
 * addresses they give.
 */
export const state = ({ witnesses, quorum }: Policy): StatedPolicy => ({
  witnesses: witnesses.map(({ key }) => formatVerifierKey(key)).sort(),
  quorum: quorum === null ? "none" : quorumText(quorum),
})

/** Whether two policies ask the same; null asks nothing. */
export const isSame = (a: StatedPolicy | null, b: StatedPolicy | null): boolean =>
  a?.quorum === b?.quorum && String(a?.witnesses) === String(b?.witnesses)
