/** The outside of a court that is played: ports that always answer, and always the same. No chain is read. */
import { Context, Effect, type Layer } from "effect"
import { Bench, Papers } from "../../../adapters/judge/index.ts"
import { Keys } from "../../../adapters/keys/Keys.ts"
import { Judge } from "../../../core/bench/index.ts"
import { consequences } from "../../../core/Consequences.ts"
import { Wallets } from "../../../core/chains/index.ts"
import { Counsel } from "../../../core/counsel/index.ts"
import { accounts } from "../../../core/deals/index.ts"
import { Escrow, Payout } from "../../../core/holds/index.ts"
import { uncounted } from "../../../core/holds/testing/Given.ts"
import { Consequences } from "../../../core/kernel/Consequence.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { Notary } from "../../../core/kernel/Notary.ts"
import { OwnLaw } from "../../../core/law/index.ts"
import { Addresses } from "../../../core/ledger/index.ts"
import { Accounts, Screen } from "../../../core/matters/index.ts"
import { Challenge } from "../../../core/proofs/index.ts"
import { service as keyService } from "../../../core/proofs/testing/Court.ts"
import { TermsReader } from "../../../core/quotes/index.ts"
import { Rulebook } from "../../../core/rulebook/index.ts"
import { noKeys } from "../World.ts"
import { keyVerdicts } from "./Artifacts.ts"

/** A word that the screen reports as a person's name. */
export const person = "PERSON"
const screen = Screen.Screen.of({
  examine: (texts) =>
    Effect.succeed(
      texts.flatMap(({ path, text }) =>
        text.includes(person) ? [{ path, code: "natural_person" as const, what: "personal name" }] : [],
      ),
    ),
})
const notary = Notary.of({
  sign: (payload) => Effect.sync(() => ({ publicKey: "00", signature: "00", sha256: sha256Hex(payload) })),
})
const terms = TermsReader.of({ read: (url) => Effect.succeed({ _tag: "Read", text: `terms at ${url}` }) })
/** Any address will do, since no chain is read. */
const addresses = Addresses.of({ derive: (family, index) => `${family}-${index}` })
export const payoutAddress = `0x${"c0".repeat(20)}`
/** The signature by which an address proves itself in a run. */
export const signatureOf = (address: string): string => `0x${sha256Hex(address.toLowerCase())}`
const wallets = Wallets.Wallets.of({
  signed: ({ address, signature }) =>
    Effect.succeed(signature === signatureOf(address) ? "signed" : "unsigned"),
})
/** Signs deterministically; nobody checks the signature. */
const payoutSigner = Payout.Signer.of({
  court: "Seeded Court",
  courtId: "seeded-court",
  addresses: [payoutAddress],
  sign: (data) =>
    Effect.sync(() => {
      const digest = sha256Hex(JSON.stringify(data))
      return { digest: `0x${digest}`, signature: `0x${digest}${digest}1b`, signer: payoutAddress }
    }),
})
const counsel = Counsel.Counsel.of({
  roster: { models: [{ model: "model-1", price: null }], anyModel: false },
  draft: () => Effect.dieMessage("drafts come with the acts"),
})
export const keys = Effect.runSync(Effect.provide(Keys, noKeys))
const serviceOf = <I, S>(tag: Context.Tag<I, S>, layer: Layer.Layer<I>): S =>
  Effect.runSync(Effect.provide(tag, layer))
export const [papers, bench] = [serviceOf(Judge.Judge, Papers.layer), serviceOf(Judge.Judge, Bench.layer)]

export const outside = Context.empty().pipe(
  Context.add(Notary, notary),
  Context.add(Screen.Screen, screen),
  Context.add(Challenge.KeyProofs, Challenge.KeyProofs.of(keyService(keyVerdicts))),
  Context.add(TermsReader, terms),
  Context.add(Counsel.Counsel, counsel),
  Context.add(Addresses, addresses),
  Context.add(Wallets.Wallets, wallets),
  Context.add(Escrow.Asks, uncounted),
  Context.add(Payout.Signer, payoutSigner),
  Context.add(OwnLaw, Rulebook.ownLaw),
  Context.add(Accounts.Accounts, accounts),
  Context.add(Consequences, consequences),
  Context.add(Keys, keys),
)
