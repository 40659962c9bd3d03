/** Wallets of tests: an address signs a text by the hash of both. */
import { Effect } from "effect"
import { Wallets } from "../../chains/index.ts"
import { command } from "../../kernel/Command.ts"
import { sha256Hex } from "../../kernel/Hash.ts"
import { setComplianceAddress } from "../Commands.ts"

export const signatureOf = (address: string, text: string): string => `0x${sha256Hex(`${address}\n${text}`)}`

/** The registration of an address before a court that checks signatures of tests. `otherwise`: the verdict on any other signature. */
export const registering = (otherwise: Wallets.Verdict = "unsigned") => {
  const wallets = Wallets.Wallets.of({
    signed: ({ chainId, address, signature, said }) =>
      Effect.succeed(
        chainId === 8453 && "text" in said && signature === signatureOf(address, said.text)
          ? "signed"
          : otherwise,
      ),
  })
  const { name, sections, input, gather, decide } = setComplianceAddress
  return command({
    name,
    sections,
    input,
    gather: (...given: Parameters<typeof gather>) =>
      Effect.provideService(gather(...given), Wallets.Wallets, wallets),
    decide,
  })
}
