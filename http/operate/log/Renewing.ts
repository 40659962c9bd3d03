/**
 * Ends the log of a store, and begins the next one. The key of the next log is on the disk, beside the key in force, before the store names
 * it, and is put in force after that. So, at whatever step a process dies, no store names a log whose key is lost, and the next start goes
 * on.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import * as FileKeys from "../../../adapters/keys/FileKeys.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import {
  Checkpoint,
  type Loss,
  Merkle,
  Note,
  nextOrigin,
  Records,
  renewLog,
} from "../../../core/log/index.ts"
import type { ChangeSet } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"
import { Integrator } from "../../../scheduler/index.ts"

/** The log of a store from before its first checkpoint, under the name that the log of this key had last, or else under `origin`. */
export const logBefore = (origin: string, folder: string): Records.LogState => {
  const publicKey = needPresent(FileKeys.logKeyOf(folder), "the key of the log")
  const kept = Note.parseVerifierKey(FileKeys.keptLogName(folder) ?? "")
  const usual = Records.keyOf(origin, publicKey)
  const key = kept !== null && Merkle.equalBytes(kept.publicKey, usual.publicKey) ? kept : usual
  return {
    origin: key.name,
    vkey: Note.formatVerifierKey(key),
    size: 0,
    cursor: null,
    published: 0,
    checkpoint: "",
  }
}

/** Whether the key of the log in a folder is the key of the store's log, or the key that a renewal was about to put in force. */
export const hasLogKey = ({ origin, vkey }: Records.LogState, folder: string): boolean =>
  [FileKeys.logKeyOf(folder), FileKeys.nextLogKeyOf(folder)].some(
    (key) => key !== null && Note.formatVerifierKey(Records.keyOf(origin, key)) === vkey,
  )

export interface Renewal {
  readonly ends: Pick<Records.LogState, "origin" | "vkey">
  readonly next: Pick<Records.LogState, "origin" | "vkey">
  readonly changes: ChangeSet
}

export const wordsOf = ({ ends, next }: Renewal): string =>
  `The log ${ends.origin}, signed by ${ends.vkey}, has ended. The log ${next.origin} follows, signed by ${next.vkey} (keys/log): copy the keys to the court's other machines, and give this verifier key to its witnesses and monitors. The proofs of the old log stay valid.`

/**
 * Makes the key of the log that follows, and gives what is to be committed. `origin` is the name of a log that has not begun. Without
 * `kept`, the log that follows begins with the events that the log of the store has.
 */
export const prepareRenewal = (
  store: Pick<Driver, "read">,
  { folder, origin }: { readonly folder: string; readonly origin: string },
  loss: Partial<Loss>,
  now: Instant,
) =>
  Effect.gen(function* () {
    const { state, version } = (yield* Integrator.readLog(store)) ?? {
      state: logBefore(origin, folder),
      version: 0,
    }
    const signer = FileKeys.prepareNextLogKey(folder)
    const name = nextOrigin(state.origin, now)
    const key = Records.keyOf(name, signer.publicKey)
    const text = Checkpoint.format({ origin: name, size: 0, root: Merkle.emptyRoot, extensions: [] })
    const checkpoint = Note.format({ text, signatures: [{ name, id: key.id, bytes: signer.sign(text) }] })
    const next = { origin: name, vkey: Note.formatVerifierKey(key), checkpoint }
    const known = { kept: state.size, known: null, ...loss }
    const renewal: Renewal = {
      ends: { origin: state.origin, vkey: state.vkey },
      next: { origin: name, vkey: next.vkey },
      changes: renewLog({ state, version }, next, known, now, randomUUID()),
    }
    return renewal
  })

/**
 * Goes on with a renewal that was broken off after the store took it. Gives why a court may not start if it was broken off before; null
 * if it may.
 */
export const finishRenewal = (store: Pick<Driver, "read">, folder: string) =>
  Effect.gen(function* () {
    const next = FileKeys.nextLogKeyOf(folder)
    if (next === null) return null
    const state = (yield* Integrator.readLog(store))?.state ?? null
    if (state === null || Note.formatVerifierKey(Records.keyOf(state.origin, next)) !== state.vkey)
      return `${folder} has the key of a log that was about to follow a loss (log.next), and the log of the store is another: restore --accept-loss or serve --new was broken off before it ended. Do it again: restore with --accept-loss --replace, or start with serve --new`
    FileKeys.takeNextLogKey(folder)
    FileKeys.keepLogName(folder, state.vkey)
    return null
  })
