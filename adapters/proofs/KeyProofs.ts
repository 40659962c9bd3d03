/**
 * Checks that a challenge is signed by the key that it names (PD3 §4). Documents and sets are fetched by the guarded way out, from
 * which no redirect is followed; an address is asked of its own key first, and then of the contract at it.
 */
import { Effect, Layer } from "effect"
import { Wallets } from "../../core/chains/index.ts"
import { Challenge, type ProvenKey } from "../../core/proofs/index.ts"
import * as DidKey from "../keys/public/DidKey.ts"
import * as DidWeb from "../keys/public/DidWeb.ts"
import * as Jwk from "../keys/public/Jwk.ts"
import * as KeySet from "../keys/public/KeySet.ts"
import * as Fetch from "../outbound/Fetch.ts"
import * as Guard from "../outbound/Guard.ts"
import * as Turns from "../outbound/Turns.ts"

const unsignedVerdict = (why: string): Challenge.Verdict => ({ _tag: "Unsigned", why })
const unreadableVerdict = (why: string): Challenge.Verdict => ({ _tag: "Unreadable", why })

/** The verdict on a signature by a key that was found, and on a document in which no key was found. */
const byKey = (
  jwk: ProvenKey.PublicJwk | null,
  { name, text, signature }: Challenge.Claimed,
  document: Challenge.ReadDocument | null,
  why: string | null = null,
): Challenge.Verdict => {
  if (jwk === null)
    return unreadableVerdict(
      why === null
        ? `Under ${name} stands no one public key that the Court verifies by: Ed25519, P-256 or secp256k1.`
        : `The document of ${name} ${why}.`,
    )
  return Jwk.verifies(jwk, new TextEncoder().encode(text), signature)
    ? { _tag: "Signed", jwk, document }
    : unsignedVerdict("The key did not make that signature.")
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The JSON of a document with its text; null if it is not JSON. */
const parseJsonBytes = (bytes: Uint8Array): { readonly text: string; readonly json: unknown } | null => {
  try {
    const text = decoder.decode(bytes)
    return { text, json: JSON.parse(text) }
  } catch {
    return null
  }
}

const failures = {
  address_refused: "The Court does not call that address.",
  unreachable: "The address could not be reached.",
  timed_out: "The address did not answer in time.",
} as const

const ends = {
  too_large: "The document is too large.",
  broken_off: "The answer broke off.",
  unread:
    "The address did not answer with 200 and an answer that is not compressed. No redirect is followed.",
} as const

/** The address of the document of a name, and the key that it lists under the name. */
const placeOf = (
  name: string,
): {
  readonly url: string | null
  readonly keyIn: (json: unknown) => ProvenKey.PublicJwk | null
  readonly whyNot: (json: unknown) => string | null
} => {
  if (name.startsWith("did:web:"))
    return {
      url: DidWeb.documentUrl(name),
      keyIn: (json) => DidWeb.keyIn(json, name),
      whyNot: (json) => DidWeb.whyNotSigning(json, name),
    }
  const hash = name.indexOf("#")
  return {
    url: name.slice(0, hash),
    keyIn: (json) => KeySet.keyIn(json, name.slice(hash + 1)),
    whyNot: () => null,
  }
}

/** No chain has this id, so no contract is asked on it, and a signature is then by the key of an address. */
const noChain = 0

/** How the documents that prove a key are fetched: in turn, and from guarded addresses. */
export interface Options extends Guard.Options {
  readonly inTurn?: Turns.InTurn
  /** Fetches the document of a `did:web` of a loopback address by plain http. Only for a sandbox and for tests. */
  readonly allowLoopback?: boolean
}

/** The proofs of keys, of addresses and of names, over the wallets that are contracts. */
export const make = (
  wallets: typeof Wallets.Wallets.Service,
  options: Options = {},
): typeof Challenge.KeyProofs.Service => {
  const fetch = Fetch.make(Guard.chosenByOthers(options), Fetch.isPlainSuccess)
  const inTurn = options.inTurn ?? Turns.make()

  const byDocument = (claimed: Challenge.Claimed, limits: Challenge.DocumentLimits) =>
    Effect.gen(function* () {
      const { url: stated, keyIn, whyNot } = placeOf(claimed.name)
      if (stated === null) return unreadableVerdict("The name has no document.")
      const url = options.allowLoopback === true ? Guard.plainIfLoopback(stated) : stated
      // An answer that waits too long for its turn may be given again while the challenge is open.
      const found = yield* inTurn<Fetch.Fetched>(
        { agent: claimed.agentId, url, waitMs: 2 * limits.timeoutMs },
        fetch({ url, headers: { accept: "application/json, */*;q=0.1" } }, limits),
        { _tag: "Failed", why: "timed_out" },
      )
      if (found._tag === "Failed") return unreadableVerdict(failures[found.why])
      if (found.end !== "whole") return unreadableVerdict(ends[found.end])
      const read = parseJsonBytes(found.bytes)
      if (read === null) return unreadableVerdict("The document is not JSON in UTF-8.")
      const document = { url: stated, text: read.text }
      return byKey(keyIn(read.json), claimed, document, whyNot(read.json))
    })

  const byAddress = ({ name, text, signature }: Challenge.Claimed) =>
    Effect.gen(function* () {
      const [, chain, address = ""] = name.split(":")
      if (!signature.startsWith("0x"))
        return unsignedVerdict("An address signs in hexadecimal digits after 0x.")
      const claimed = { chainId: Number(chain), address, signature, said: { text } }
      const byItsKey = yield* wallets.signed({ ...claimed, chainId: noChain })
      if (byItsKey === "signed") return { _tag: "Signed", address } as const
      const verdict = yield* wallets.signed(claimed)
      switch (verdict) {
        case "signed":
          return { _tag: "Signed", address, chainId: claimed.chainId } as const
        case "unsigned":
          return unsignedVerdict("Neither the key of the address nor a contract at the address signed it.")
        case "unread":
          return unsignedVerdict(
            "The key of the address did not sign it, and the Court asks no contracts on that chain.",
          )
        case "unreadable":
          return unreadableVerdict(
            "The key of the address did not sign it, and the chain could not be asked.",
          )
      }
    })

  return {
    fault: ({ method, name }) =>
      method === "did_key" && DidKey.keyOf(name) === null
        ? "The did:key holds no public key that the Court verifies by: Ed25519, P-256 or secp256k1."
        : null,
    check: (claimed, limits): Effect.Effect<Challenge.Verdict> => {
      switch (claimed.method) {
        case "did_key":
          return Effect.sync(() => byKey(DidKey.keyOf(claimed.name), claimed, null))
        case "evm":
          return byAddress(claimed)
        case "did_web":
        case "jwk":
          return byDocument(claimed, limits)
      }
    },
  }
}

/** Checks the signatures of challenges. `options` say which addresses may be called. */
export const layer = (options: Options = {}): Layer.Layer<Challenge.KeyProofs, never, Wallets.Wallets> =>
  Layer.effect(
    Challenge.KeyProofs,
    Effect.map(Wallets.Wallets, (wallets) => make(wallets, options)),
  )
