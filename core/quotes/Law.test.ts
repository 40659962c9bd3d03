import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { constantForm, termsCheck, termsInForce } from "./Law.ts"

const url = "https://seller.example/terms"
const text = "Delivery is on the day it is due.\n"
const sha256 = sha256Hex(text)
const read = (of: string) => ({ _tag: "Read", text: of }) as const

describe("terms carried by their hash", () => {
  it("PD14 §7 no quote carries terms until the version that governs them is in force", () => {
    const terms = { url, sha256 }
    expect(termsInForce(terms, bounds)?.code).toBe("terms_not_in_force")
    expect(termsInForce(undefined, bounds)).toBeNull()
    expect(termsInForce(terms, { ...bounds, quoteTermsInForce: 1 })).toBeNull()
  })

  it("PD14 §7 a hash counts as the same with or without a prefix, and in either case", () => {
    const prefix = fc.constantFrom("", "sha256:")
    const hex = fc.constantFrom("", "0x", "0X")
    fc.assert(
      fc.property(fc.string(), prefix, hex, fc.boolean(), (of, a, b, upper) => {
        const hash = sha256Hex(of)
        const written = `${a}${b}${upper ? hash.toUpperCase() : hash}`
        expect(constantForm(written)).toBe(hash)
        expect(termsCheck({ url, sha256: written }, read(of), bounds)).toBeNull()
      }),
    )
  })

  it("PD14 §7 a text that differs in any byte is refused", () => {
    for (const other of [`${text} `, text.trim(), text.replace("\n", "\r\n"), `\uFEFF${text}`])
      expect(termsCheck({ url, sha256 }, read(other), bounds)?.code).toBe("terms_mismatch")
  })

  it("PD14 §7 the limit of a text is in bytes, and a text of exactly that length is accepted", () => {
    const fits = "é".repeat(bounds.termsBytesMax / 2)
    expect(termsCheck({ url, sha256: sha256Hex(fits) }, read(fits), bounds)).toBeNull()
    const over = `${fits}.`
    expect(termsCheck({ url, sha256: sha256Hex(over) }, read(over), bounds)?.code).toBe("terms_too_large")
    expect(termsCheck({ url, sha256 }, { _tag: "TooLarge" }, bounds)?.code).toBe("terms_too_large")
  })

  it.each(["address_refused", "unreachable", "timed_out", "answered_otherwise", "not_text"] as const)(
    "PD14 §7 terms that can't be read (%s) are refused, with what to do",
    (why) => {
      const refused = termsCheck({ url, sha256 }, { _tag: "Unread", why }, bounds)
      expect(refused?.code).toBe("terms_unread")
      expect(refused?.detail).toContain("terms.text")
    },
  )
})
