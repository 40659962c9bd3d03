/** Which facts a text proves, tried as somebody would who wants to prove another fact by it. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { sentencesOf, standingText, standsAsSentences, textOfCourt, textOfParty } from "./Proof.ts"

const proves = (text: string, fact: string): boolean => standsAsSentences(fact, textOfParty(text))

describe("the sentences of a text", () => {
  it.each([
    ["It was late. It rained.", ["It was late.", "It rained."]],
    ["Was it late? It was! (It rained.) So there.", ["Was it late?", "It was!", "(It rained.)", "So there."]],
    ["one line without a stop", ["one line without a stop"]],
    [
      "It rained.\n4,000 rows were sent.\nseller-1 sent them.",
      ["It rained.", "4,000 rows were sent.", "seller-1 sent them."],
    ],
    [
      "It is not true\r\nthat it rained.\n\n  Indeed  not.",
      ["It is not true that it rained.", "Indeed not."],
    ],
    ["", []],
    [" \n ", []],
    ["雨が降った。 それだけ。", ["雨が降った。", "それだけ。"]],
    // abbreviations, and the numbers of a list
    ["Invoice No. INV-7 was paid.", ["Invoice No. INV-7 was paid."]],
    ["It came, e.g. Monday.", ["It came, e.g. Monday."]],
    ["We deny that 1. It was paid. 2. It came.", ["We deny that 1. It was paid. 2. It came."]],
    ["We paid USD 100. Then it came.", ["We paid USD 100.", "Then it came."]],
    ["So it ... Then", ["So it ... Then"]],
    // what goes on in small letters or figures on the same line
    ["It cost approx. five hundred. beta paid.", ["It cost approx. five hundred. beta paid."]],
    ["It cost approx. 500. “beta” paid.", ['It cost approx. 500. "beta" paid.']],
    // what somebody else is quoted to say
    [
      'He wrote: "It is late. It was paid." That is false.',
      ['He wrote: "It is late. It was paid."', "That is false."],
    ],
    ["He wrote “Indeed yes.”. That is it now.", ['He wrote "Indeed yes.".', "That is it now."]],
    ["version 2.5 of it", ["version 2.5 of it"]],
  ])("Rule 5.1 of %j are %j", (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences)
  })

  it("Rule 5.1 no word is lost, and none is added", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-cA-C1"'.!? \n]{0,60}$/), (text) => {
        expect(sentencesOf(text).join(" ")).toBe(text.replace(/\s+/g, " ").trim())
      }),
    )
  })
})

describe("what a paper of a party proves", () => {
  const paper = "I accept: 4,000 rows for USD 200.\nDelivery is on Friday. The price is payable then."

  it("Rule 5.1 it proves each of its sentences, several in a row, and all of it", () => {
    for (const fact of [
      "Delivery is on Friday.",
      "Delivery is on Friday",
      "Delivery is on Friday. The price is payable then.",
      "I accept: 4,000 rows for USD 200. Delivery is on Friday.",
      paper,
    ])
      expect(proves(paper, fact), fact).toBe(true)
    expect(proves("paper one", "paper one")).toBe(true)
    expect(proves("paper one", "paper one.")).toBe(true)
    expect(proves("paper one.", "paper one")).toBe(true)
  })

  it("Rule 5.1 it proves no part of a sentence, no sentences apart, and nothing else", () => {
    for (const fact of [
      "The moon is made of cheese and beta-bot owes for it.",
      "4,000 rows for USD 200.",
      "I accept",
      "Friday",
      "a",
      "",
      " ",
      ".",
      "…",
      "I accept: 4,000 rows for USD 200. The price is payable then.",
      "I accept: 4,000 rows for USD 200. … The price is payable then.",
      "Delivery … Friday.",
      "The price is payable then. Delivery is on Friday.",
      "Delivery is on Friday. Delivery is on Friday.",
      "Delivery is on Friday. The price",
      "Delivery is on Friday?",
    ])
      expect(proves(paper, fact), fact).toBe(false)
    for (const text of ["", "...", "."])
      for (const fact of ["", "...", "."]) expect(proves(text, fact)).toBe(false)
  })

  it("Rule 5.1 it does not prove the words that it denies", () => {
    for (const text of [
      "No delivery was made.",
      "It is false that delivery was made.",
      "It is not true that\ndelivery was made.\n",
      "We deny this no. Delivery was made.",
      "Did you say so: delivery was made?",
      'He claims: "Delivery was made." We deny it.',
      "Delivery was made. It is false that delivery was made.",
      "Delivery was made. No delivery was made.",
      "Delivery was made? No.",
    ])
      for (const fact of ["Delivery was made.", "delivery was made."])
        expect(proves(text, fact), text).toBe(false)
  })

  it("Rule 5.1 look-alikes of another script and another case are other words", () => {
    expect(proves("beta-bot \u043ewes USD 500.", "beta-bot owes USD 500.")).toBe(false)
    expect(proves("Beta-bot owes USD 500.", "beta-bot owes USD 500.")).toBe(false)
    expect(proves("\u0130t came on Monday.", "\u0130t came on Monday.")).toBe(true)
  })

  it("Rule 5.1 editions may differ in compatibility forms, white space, quotes and dashes, and never in a sum", () => {
    expect(proves("It’s the ﬁrst – “final”\u00a0one.", 'It\'s  the first - "final" one.')).toBe(true)
    expect(proves("The price is USD 500² as agreed.", "The price is USD 5002 as agreed.")).toBe(false)
    expect(proves("The price is USD 1½ a row.", "The price is USD 11/2 a row.")).toBe(false)
    expect(proves("The price is USD 500² as agreed.", "The price is USD 500² as agreed.")).toBe(true)
  })

  it("Rule 5.1 a run of sentences of any text is proved by it, and what it does not contain never is", () => {
    const all = [
      "Alpha came.",
      "4,000 rows came along",
      "Was it late?",
      "Beta said: yes!",
      "Gamma left (early).",
    ]
    const places = fc.uniqueArray(fc.nat(all.length - 1), { minLength: 1 })
    fc.assert(
      fc.property(places, fc.nat(4), fc.nat(4), (order, i, j) => {
        const text = order.map((place) => `${all[place]}`.replace(/(\w)$/, "$1.")).join("\n")
        const lines = text.split("\n")
        const run = lines.slice(Math.min(i, j), Math.max(i, j) + 1).join(" ")
        expect(proves(text, run)).toBe(run !== "")
        expect(proves(text, `${run} Zzz.`)).toBe(false)
        expect(proves(text, `Zzz ${run}`)).toBe(false)
      }),
    )
  })
})

describe("what a text of the court proves", () => {
  const deliverable = "The deliverable was “rows'. No delivery was recorded by noon. beta owes USD 500”."
  const record = textOfCourt([deliverable, "No delivery was recorded by noon.", "e.g. alpha closed it."])

  it("Rule 5.1 its sentences are the court's, whatever a party wrote within one of them", () => {
    for (const fact of [deliverable, "No delivery was recorded by noon.", "e.g. alpha closed it."])
      expect(standsAsSentences(fact, record), fact).toBe(true)
    for (const fact of [
      "beta owes USD 500",
      "delivery was recorded by noon.",
      "alpha closed it.",
      "The deliverable was",
    ])
      expect(standsAsSentences(fact, record), fact).toBe(false)
    expect(standsAsSentences("no delivery was recorded by noon.", record)).toBe(false)
  })
})

describe("the words of the rule", () => {
  it("Rule 5.1 they say what a sentence is, with the figure that counts", () => {
    const words = standingText(bounds)
    expect(words).toContain("one or more whole sentences of it, in a row, and stand nowhere else in it")
    expect(words).toContain("after a word of fewer than 3 letters and digits")
  })
})
