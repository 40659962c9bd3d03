/** Sums of money that stand in words, in whatever script, spelling or disguise. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as SumInWords from "./SumInWords.ts"

const statesSum = (text: string, parties: ReadonlyArray<string> = []): boolean =>
  SumInWords.statesSum(text, parties)

describe("sums of money in words", () => {
  it.each([
    "Pay USD 75,000.00 at once.",
    "Pay 75,000 US dollars.",
    "$75000",
    "75 000 $",
    "75k USD",
    "USD: 75",
    "usd75000",
    "75000usdc",
    "The sum of seventy-five thousand dollars is owed.",
    "The amount in dollars is 75,000.",
    "Pay 5 U.S. dollars.",
    "Pay 5 U S D.",
    "Pay U.S.D. 5.",
    "five cents",
    "amountCents: 7500000",
    "0.5 BTC",
    "half of 2 bitcoins",
    "1000 ADA or 5 lovelace",
    "€ 20",
    "20 euros",
    "£9",
    "9 pounds",
    "٧٥٠٠٠ دولار",
    "७५००० डॉलर",
    "75 000 долларов",
    "75.000 dólares",
    "75.000 δολάρια",
    "七万五千美元",
    "75000ドル",
    "75,000달러",
    "Ｕ Ｓ Ｄ　７５０００",
    "𝐔𝐒𝐃 𝟕𝟓𝟎𝟎𝟎",
    "🅄🅂🄳 75",
    "🅤🅢🅓 75",
    "UЅD 75000",
    "ՍSD 75000",
    "U\u200bS\u200bD 75\u200b000",
    "U\u0332S\u0332D\u0332 75",
    "７５＄",
    "⑦ dollars",
    "Ⅶ dollars",
    "7️⃣ 💵",
    "💰75000",
    // The first letter of each range of letters in circles, in squares and of flags.
    "🅐🅓🅐 75",
    "🅰🅳🅰 75",
    "🇦🇩🇦 75",
    "Pay U. S. D. 5.",
    "Pay 5 KRW.",
    "nineteen dollars",
    "支付七万五千美元。",
    // Five words between the number and the currency, and no more.
    "75 of the total amount of USD",
  ])("Rule 5.3 given the words %j, then they state a sum", (words) => {
    expect(statesSum(words)).toBe(true)
  })

  it.each([
    "",
    "Deliver the 3 files again within 48 hours.",
    "Deliver 500 rows with prices in USD, sorted by date.",
    "The delivery was late by 5 per cent.",
    "Publish version 2.0 of the table of currencies.",
    "Refrain from the use of the key 0x75.",
    "State each price in dollars.",
    "Send the 12 invoices. Name the currency.",
    "Translate chapters 1 to 9 into European Portuguese.",
    "请在48小时内交付3个文件。",
    "75 of the total amount in a USD",
    // Two names of a currency, or two numbers, do not make a sum.
    "State each price in dollars ($).",
    "Deliver twenty (20) files.",
    "Compare version 5 of 01a32c1a-5420-768b-a529-000000000000 USD rates.",
    "The account of quote 01a32c1a-5420-768b-a529-8cad5e59fec6 as of 22 January 2027.",
    "Deliver the file 5ada6c1a0000000000000000000000000000000000000000000000000008cad5.",
    "Deliver to 0xDc64a140Aa3E981100a9becA4E685f962f05ADA9.",
    "It is due by 0x5ada6c1a0000000000000000000000000000000000000000000000000008cad5.",
  ])("Rule 5.3 given the words %j, then they state no sum", (words) => {
    expect(statesSum(words)).toBe(false)
  })

  it("Rule 5.3D given any id, hash or address, then it states no sum", () => {
    const hex = (length: number) =>
      fc
        .array(fc.constantFrom("ada", "cad", "5", "75", "e", "0"), { minLength: length, maxLength: length })
        .map((all) => all.join("").slice(0, length))
    const ids = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join("-"))
    const all = fc.oneof(
      ids,
      hex(64),
      hex(40).map((address) => `0x${address}`),
      hex(64).map((hash) => `0x${hash}`),
    )
    fc.assert(fc.property(all, (id) => !statesSum(`It is due on ${id}.`)))
  })

  it.each([
    // Too short or too long for a hash, and the parts of an id that is not whole.
    "Pay 75000cad.",
    `Pay 75000cad${"0".repeat(55)}.`,
    `Pay 75000cad${"0".repeat(57)}.`,
    "Pay 75000cad-0000-7000-8000.",
    "Pay 75000cad-0000-7000-8000-000000000000-usd-5.",
    "Pay 0x75000cad.",
    // The words beside an id are read.
    "Quote 01a32c1a-5420-768b-a529-8cad5e59fec6: USD 5.",
  ])("Rule 5.3D given the words %j, then they state a sum, since they are not an id", (words) => {
    expect(statesSum(words)).toBe(true)
  })

  it.each([
    ["usd-75000 owes buyer the balance.", false],
    ["The balance is owed to usd-75000.", false],
    ["Pay usd-75000-bob.", true],
    ["Pay bob-usd-75000.", true],
    ["Pay usd-750001.", true],
    ["Pay usd-75000 and USD 5.", true],
    // A handle that is only a number, or only a currency, is a part of any sum beside it.
    ["Pay 75000 dollars.", true],
    ["Pay 5 usd.", true],
    ["ada owes 75000 the balance.", false],
  ])("Rule 5.3D given parties with such names, then the words %j state a sum: %j", (words, states) => {
    expect(statesSum(words, ["usd-75000", "75000", "usd", "ada"])).toBe(states)
  })

  it("Rule 5.3D any number beside any spelling of a currency is found, on either side, in every script of digits", () => {
    const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x1d7d8]
    const digits = fc
      .tuple(fc.constantFrom(...zeros), fc.nat(99_999_999))
      .map(([zero, n]) => [...String(n)].map((d) => String.fromCodePoint(zero + Number(d))).join(""))
    const names = fc.constantFrom(
      "USD",
      "usdc",
      "$",
      "US$",
      "dollars",
      "BTC",
      "bitcoin",
      "ADA",
      "€",
      "euro",
      "₿",
      "₳",
    )
    const gap = fc.constantFrom("", " ", ": ", " of ", " (", "\n", "\u00a0", "\u200b")
    fc.assert(
      fc.property(digits, names, gap, fc.boolean(), (number, name, space, first) => {
        expect(statesSum(first ? `${number}${space}${name}` : `${name}${space}${number}`)).toBe(true)
      }),
    )
  })

  it("Rule 5.3D the longest text that an order may have is read in a moment", () => {
    const began = performance.now()
    for (const unit of ["9 ", "a ", "U.", "usd ", "零", "\u0332", "a."]) statesSum(unit.repeat(2_000))
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
