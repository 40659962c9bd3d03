/** Which hold an adapter obeys: the hold that both sides of the payment have registered, each for itself. */
import { parseUnits } from "viem"
import { describe, expect, it } from "vitest"
import type { Escrow } from "../../../core/holds/index.ts"
import { days } from "../../../core/kernel/Time.ts"
import { start } from "../../../core/testing/Context.ts"
import { type Account, accountOf, adapters } from "../testing/EscrowChain.ts"
import { type Escrowed, escrowed, register } from "../testing/Escrowed.ts"
import { givenEscrowChain } from "../testing/GivenChain.ts"
import { courtKey, courtName, instruction, pay, revertOf } from "../testing/Instructed.ts"

const units = parseUnits("500", 6)
const expiresAt = Math.floor((start + days(100)) / 1000)
const everyKind = (["x402r", "erc8183", "kleros"] as const).map((kind) => [kind] as const)

describe("the hold that an adapter obeys", () => {
  const chain = givenEscrowChain(courtKey.address, courtName, start)

  const funded = (kind: Escrow.Kind) => escrowed(chain, kind, { units, expiresAt })
  /** Presents an instruction that pays everything to the payee. */
  const paid = async (of: Escrowed, holdId: string) =>
    revertOf(pay(chain, of, await instruction(chain, of, { holdId, toPayee: units, toPayer: 0n })))
  const registers = (of: Escrowed, as: Account, holdId: string) => revertOf(register(chain, of, as, holdId))

  it.each(everyKind)(
    "PD2 §6E given two puppets whose hold over a stranger's escrow (%s) the court has signed for, then nothing is paid",
    async (kind) => {
      // The thief is the payee of the escrow; the buyer knows nothing of the hold.
      const of = await funded(kind)
      const had = await chain.balance(of.payee.address)
      expect(await paid(of, "puppets")).toBe("NotRegistered")
      expect(await registers(of, of.payee, "puppets")).toBe("done")
      expect(await paid(of, "puppets")).toBe("NotRegistered")
      expect(await registers(of, of.payer, "true")).toBe("done")
      expect(await paid(of, "puppets")).toBe("NotRegistered")
      expect(await chain.balance(of.payee.address)).toBe(had)
    },
  )

  it.each(everyKind)(
    "PD2 §6E given the hold that both sides of an escrow (%s) have registered, then its instruction is obeyed, and no other's",
    async (kind) => {
      const of = await funded(kind)
      await registers(of, of.payer, "true")
      await registers(of, of.payee, "true")
      expect(await paid(of, "puppets")).toBe("NotRegistered")
      expect(await paid(of, "true")).toBe("done")
    },
  )

  it.each(everyKind)(
    "PD2 §6E given sides that registered different holds (%s), then each may change its own until they agree, and neither after that",
    async (kind) => {
      const of = await funded(kind)
      expect(await registers(of, of.payer, "mistaken")).toBe("done")
      expect(await registers(of, of.payee, "true")).toBe("done")
      expect(await paid(of, "true")).toBe("NotRegistered")
      expect(await registers(of, of.payer, "true")).toBe("done")
      for (const side of [of.payer, of.payee])
        expect(await registers(of, side, "regretted")).toBe("BothRegistered")
      expect(await paid(of, "true")).toBe("done")
    },
  )

  it.each(everyKind)(
    "PD2 §6E given a stranger to an escrow (%s), then it can register nothing for it",
    async (kind) => {
      const of = await funded(kind)
      expect(await registers(of, accountOf(7), "puppets")).toBe("NotASide")
    },
  )

  it("PD2 §6E given an instruction that names other sides than the escrow, then nothing is paid, though the named ones registered", async () => {
    // The puppets have an escrow of their own, and registered their hold for that one.
    const of = await funded("erc8183")
    const own = await escrowed(chain, "erc8183", {
      units,
      expiresAt,
      payer: accountOf(6),
      payee: accountOf(7),
    })
    for (const side of [own.payer, own.payee]) await registers(own, side, "puppets")
    const told = { holdId: "puppets", toPayee: units, toPayer: 0n, payer: own.payer, payee: own.payee }
    expect(await revertOf(pay(chain, of, await instruction(chain, of, told)))).toBe("NotRegistered")
    const theirs = { holdId: "puppets", toPayee: 0n, toPayer: units, payer: own.payee, payee: own.payer }
    expect(await revertOf(pay(chain, own, await instruction(chain, own, theirs)))).toBe("OtherPayment")
  })

  it("PD2 §6E given a registration, then anybody can read it, so that a side can wait for the other's", async () => {
    const of = await funded("erc8183")
    const agreed = () =>
      chain.read(adapters.erc8183, of.at.adapter, "agreed", [
        `0x${BigInt(of.holdRef).toString(16).padStart(64, "0")}`,
        of.payer.address,
        of.payee.address,
      ])
    await registers(of, of.payer, "true")
    expect(BigInt(String(await agreed()))).toBe(0n)
    await registers(of, of.payee, "true")
    expect(BigInt(String(await agreed()))).toBeGreaterThan(0n)
  })
})
