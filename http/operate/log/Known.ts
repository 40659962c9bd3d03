/**
 * The knowledge of a court's log beside its store: the checkpoints that its witnesses signed or that somebody kept, and the state of a
 * monitor. A checkpoint that the key of the log signed is proved. A checkpoint known from a witness alone is marked so, since a witness may
 * lie.
 */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import { Fetch, Guard, Witnesses } from "../../../adapters/outbound/index.ts"
import {
  Checkpoint,
  Cosignature,
  Note,
  type Policy,
  Proof,
  proveGrowth,
  Range,
  type Records,
  type TileReader,
  Witness,
} from "../../../core/log/index.ts"
import type { StoreUnavailable } from "../../../core/store/Store.ts"
import type { Following } from "../../audit/monitor/Following.ts"
import { readState } from "../../audit/monitor/Kept.ts"
import { isAddress } from "../../audit/verify/Source.ts"
import { Failure } from "../../terminal/Terminal.ts"

/** A log as somebody else knows it. The root is null if only the size is known. */
export interface Known {
  readonly from: string
  readonly size: number
  readonly root: Uint8Array | null
  /** When a witness signed it, in milliseconds; null if that isn't known. */
  readonly at: number | null
  /** The registers as a monitor knows them; null if this doesn't come from a monitor. */
  readonly following: Following | null
  /** Whether a witness refused the store's own checkpoint, because that doesn't continue what the witness signed. */
  readonly isRefused: boolean
  /** The witnesses on whose word alone it is known; empty if the key of the log signed it. */
  readonly saidBy: ReadonlyArray<Policy.KnownWitness>
}

/** The answers of all sources: what is known, and a line for each source that gave no answer. */
export interface Asked {
  readonly known: ReadonlyArray<Known>
  readonly silent: ReadonlyArray<string>
}

const { nodeVerifiers: verifiers } = LogVerifiers
const limits: Fetch.Limits = { timeoutMs: 5000, maxBytes: 100_000 }
const fetch = Fetch.make(Guard.chosenByOperator)

/** The text at an address; null if it doesn't come whole, in time and with status 200. */
const textAt = (url: string): Effect.Effect<string | null> =>
  Effect.map(fetch({ url, headers: {} }, limits), (fetched) =>
    fetched._tag === "Answered" && fetched.end === "whole" && fetched.status === 200
      ? Buffer.from(fetched.bytes).toString("utf8")
      : null,
  )

const ofCheckpoint = (from: string, { checkpoint: { size, root } }: Checkpoint.Signed): Known => ({
  from,
  size,
  root,
  at: null,
  following: null,
  isRefused: false,
  saidBy: [],
})

const verdictOn = (signed: Checkpoint.Signed, key: Note.VerifierKey) =>
  Proof.checkCheckpoint(signed, { logs: [key], policy: null, verifiers })

const ofMonitor = async (file: string, key: Note.VerifierKey): Promise<Known> => {
  const found = await readState(file)
  if (found === null) throw new Failure(`${file} can't be read`)
  if (Note.formatVerifierKey(found.key) !== Note.formatVerifierKey(key))
    throw new Failure(`${file} is the state of a monitor of ${found.key.name}, and the store has ${key.name}`)
  const { following } = found
  const { size } = following.range
  const root = Range.rootOf(following.range)
  return { from: file, size, root, at: null, following, isRefused: false, saidBy: [] }
}

/** The source that `--checkpoint` names: a checkpoint in a file or at an address, or the state of a monitor in a file. */
export const readCheckpoint = async (where: string, key: Note.VerifierKey): Promise<Known> => {
  const text = isAddress(where) ? await Effect.runPromise(textAt(where)) : textOf(where)
  if (text === null) throw new Failure(`${where} can't be read`)
  const signed = Checkpoint.parseSigned(text)
  if (signed === null) {
    if (isAddress(where)) throw new Failure(`${where} is not a checkpoint`)
    return ofMonitor(where, key)
  }
  const verdict = verdictOn(signed, key)
  if (verdict !== "proven") throw new Failure(`${where}: ${Proof.verdicts[verdict]}`)
  return ofCheckpoint(where, signed)
}

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return null
  }
}

/** The log of a store, for whoever asks others about it. */
export interface OwnLog {
  readonly state: Records.LogState
  readonly key: Note.VerifierKey
  readonly reader: TileReader
}

interface Party {
  readonly url: string
  readonly name: string
  readonly witnesses: ReadonlyArray<Policy.KnownWitness>
}

const partiesOf = ({ witnesses }: Policy.Policy): ReadonlyArray<Party> =>
  [...new Set(witnesses.flatMap(({ url }) => url ?? []))].map((url) => {
    const own = witnesses.filter((one) => one.url === url)
    return { url, name: `the witness ${own.map(({ name }) => name).join(", ")}`, witnesses: own }
  })

/** Reads the latest checkpoint that a witness signed, where it shows that; null if it doesn't. */
const readLatest = ({ url, name, witnesses }: Party, { key, state }: OwnLog) =>
  Effect.map(
    textAt(
      `${url.replace(/\/+$/, "")}/${createHash("sha256").update(state.origin).digest("hex")}/checkpoint`,
    ),
    (text): Known | null => {
      const signed = text === null ? null : Checkpoint.parseSigned(text)
      if (signed === null || verdictOn(signed, key) !== "proven") return null
      const times = witnesses.flatMap((one) => Cosignature.signedAt(one.key, signed, verifiers) ?? [])
      return { ...ofCheckpoint(name, signed), at: times.length === 0 ? null : Math.max(...times) }
    },
  )

const sizeIn = (sent: Witness.Sent): number | null =>
  "status" in sent && sent.status === 409 ? Checkpoint.parseNumber(sent.body.trim()) : null

/**
 * Asks a witness by C2SP tlog-witness alone: it is sent the checkpoint that the store has published, which tells the witness nothing new, and
 * names the size of what it signed if that is another one.
 */
const askBySending = (party: Party, { state, reader }: OwnLog, { send }: Pick<Witness.Witnesses, "send">) =>
  Effect.gen(function* () {
    const { url, name, witnesses } = party
    const { published } = state
    const signed = Checkpoint.parseSigned(state.checkpoint)
    if (signed === null) return null
    const attempt = (oldSize: number) =>
      Effect.flatMap(proveGrowth(reader, oldSize, published), (proof) =>
        send(url, Witness.formatRequest({ oldSize, proof, signed })),
      )
    const first = yield* attempt(published)
    const seen = sizeIn(first)
    const isBehind = seen !== null && seen < published
    const from = isBehind ? seen : published
    const sent = isBehind ? yield* attempt(seen) : first
    const own = ofCheckpoint(name, signed)
    const last = sizeIn(sent)
    // Another process of the court may have had it sign a later checkpoint in the meantime.
    if (last !== null && last !== from) return { ...own, size: last, root: null, saidBy: witnesses }
    if (!("status" in sent)) return null
    if (sent.status === 200) return own
    return sent.status === 409 || sent.status === 422 ? { ...own, isRefused: true, saidBy: witnesses } : null
  })

const witnessWithinMs = 8000

const askParty = (party: Party, log: OwnLog, policy: Policy.Policy) =>
  readLatest(party, log).pipe(
    Effect.flatMap((latest) =>
      latest === null ? askBySending(party, log, Witnesses.make(policy)) : Effect.succeed(latest),
    ),
    Effect.timeoutTo({ duration: witnessWithinMs, onTimeout: () => null, onSuccess: (known) => known }),
    Effect.map((known) => ({ name: party.name, known })),
  )

/** Asks the witnesses of a policy which checkpoint of the log they signed last. It ends within seconds, whatever they do. */
export const askWitnesses = (policy: Policy.Policy, log: OwnLog): Effect.Effect<Asked, StoreUnavailable> =>
  Effect.map(
    Effect.forEach(partiesOf(policy), (party) => askParty(party, log, policy), { concurrency: "unbounded" }),
    (answers) => ({
      known: answers.flatMap(({ known }) => known ?? []),
      silent: answers.flatMap(({ name, known }) =>
        known === null ? [`${name} did not say what it signed`] : [],
      ),
    }),
  )
