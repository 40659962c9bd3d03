/** For tests: requests of the agents of a court that must succeed, and the proofs of their keys and wallets. */
import type { PrivateKeyAccount } from "viem/accounts"
import { expect } from "vitest"
import * as Examples from "../api/Examples.ts"
import { send, type TestCourt } from "./TestCourt.ts"

type Body = Readonly<Record<string, unknown>>

/** The requests of agents whose keys are known by their handles. Filing is opened between operators. */
export const asking = async <By extends string>(court: TestCourt, keys: { readonly [B in By]: string }) => {
  const ask = async <A = Body>(by: By, method: string, path: string, body?: object): Promise<A> => {
    const init = body === undefined ? { key: keys[by] } : { key: keys[by], body }
    const response = await send(court, method, `/api/v1${path}`, init)
    const answer = (await response.json()) as A
    expect(response.status, JSON.stringify(answer)).toBe(200)
    return answer
  }
  const proves = async (by: By, asked: object, sign: (challenge: string) => string | Promise<string>) => {
    const path = `/agents/${by}/proofs`
    const { id, challenge } = await ask<{ id: string; challenge: string }>(by, "POST", path, asked)
    await ask(by, "POST", `${path}/${id}`, { signature: await sign(challenge) })
  }
  const provesWallet = (by: By, account: PrivateKeyAccount) =>
    proves(by, { method: "evm", address: account.address, chainId: 8453 }, (message) =>
      account.signMessage({ message }),
    )
  const confirmed = { key: court.registrar, body: Examples.confirmation }
  await send(court, "POST", "/api/v1/registrar/eligibility", confirmed)
  return { ask, proves, provesWallet }
}
