/** The addresses in an offer become keyed hashes, whether the address is invited or names a person. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Operator } from "../agents/index.ts"
import { Keyed } from "../kernel/Notary.ts"
import { offerOf } from "./Offer.ts"

const mailing = { mail: true, baseUrl: "https://court.example", nonce: "0123456789abcdef0123456789abcdef" }
const hashing = { hash: (text: string) => `hash of ${text}` }
const hashed = <A>(effect: Effect.Effect<A, never, Keyed>): A =>
  Effect.runSync(Effect.provideService(effect, Keyed, hashing))
const body = { buyer: "buyer", priceCents: 1_500, deliverable: "A page", dueBy: 9 } as const

describe("an offer", () => {
  it("PD14 §8 hashes an invited address as operators' addresses are hashed, so that the answer is recognised", () => {
    const invite = { name: "New Ltd", email: "New@A.example" }
    const { emailHash } = hashed(offerOf({ ...body, buyer: "invite", invite }, mailing))
    expect(emailHash).toBe(hashed(Operator.idOf("new@a.example")))
  })

  it("PD14 §8 hashes a person's address in another way than operators' addresses, and ignores its case", () => {
    const { emailHash } = hashed(offerOf({ ...body, buyer: "person", buyerEmail: "Ann@A.example" }, mailing))
    expect(emailHash).toBe("hash of person/ann@a.example")
    expect(emailHash).not.toBe(hashed(Operator.idOf("ann@a.example")))
  })

  it("PD14 §8 has no hash if no address is named", () => {
    expect(hashed(offerOf(body, mailing))).toMatchObject({ emailHash: null, mail: true })
  })
})
