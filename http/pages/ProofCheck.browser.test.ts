/** The check of the log on the pages of judgments and entries, in a real browser that is answered with what somebody changed. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Cosignature, Note, Proof } from "../../core/log/index.ts"
import { type Signer, witness } from "../../core/log/testing/Signers.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { play } from "../examples/demo/Play.ts"
import { integrated, opened } from "../operate/testing/Opened.ts"
import * as Chromium from "../testing/Chromium.ts"

const silent = { act: () => {}, step: () => {}, show: () => {}, quote: () => {}, leave: () => {} }

describe("the check of the log in a browser", () => {
  let browser: Browser
  let court: Awaited<ReturnType<typeof opened>>

  beforeAll(async () => {
    court = await opened(MemoryStore.layer)
    await play({ ...silent, base: court.url, registrar: court.registrar, suffix: "played" })
    await integrated(court.url)
    browser = await Chromium.launch()
  })
  afterAll(async () => {
    await browser?.close()
    await court?.stop()
  })

  const entryPath = async (): Promise<string> => {
    const { items } = (await (await fetch(`${court.url}/api/v1/compliance`)).json()) as {
      readonly items: ReadonlyArray<{ readonly id: string }>
    }
    return `/compliance/${items[0]?.id}`
  }
  const first = `/judgments/${encodeURIComponent("[2026] MC 1")}`

  /** The verdict on the log that a page shows, and what it says of it, after something was done to what the browser is answered. */
  const logVerdict = async (path: string, intercept: (page: Page) => Promise<void> = async () => {}) => {
    const { page, complaints } = await Chromium.open(browser, court.url)
    await intercept(page)
    await page.goto(court.url + path)
    const verdict = page.locator("#proof-verdict")
    await verdict.filter({ hasNotText: "Your browser has not checked" }).waitFor()
    const said = {
      kind: await verdict.getAttribute("class"),
      verdict: await verdict.textContent(),
      words: await page.locator("#proof-words").textContent(),
      complaints: complaints(),
    }
    await page.context().close()
    return said
  }
  const changing = (address: string, change: (text: string) => string) => async (page: Page) => {
    await page.route(
      (url) => url.pathname === address,
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: change(await response.text()) })
      },
    )
  }

  it("PD17 §1 the pages of a judgment and of an entry check in the browser that the log has them", async () => {
    for (const path of [first, await entryPath()]) {
      const { words, ...said } = await logVerdict(path)
      expect([path, said]).toEqual([path, { kind: "good", verdict: "The log has this.", complaints: [] }])
      expect(words).toMatch(
        /^It is event \d+ of the log 127\.0\.0\.1\/log, which had \d+ events and the root [\w+/]{43}= when it signed\. This Court names no witnesses of its log\.$/,
      )
    }
  })

  it("PD17 §1 a judgment that was changed, on its page or as a record, is not what the log has", async () => {
    const altered = (text: string) => text.replaceAll("buyer", "bidder")
    for (const address of [first, `/api/v1${first}`]) {
      const isPage = address === first
      const { kind, verdict, words } = await logVerdict(first, changing(address, altered))
      // The words on the page are what is checked, so a record that alone is changed does no harm to them.
      expect([address, kind]).toEqual([address, isPage ? "bad" : "good"])
      if (!isPage) continue
      expect(verdict).toBe("The log does NOT show this: the event in the proof did not record this.")
      expect(words).toMatch(
        /^What this Court serves now is not what its log has: one of the two was changed\./,
      )
    }
  })

  it.each<readonly [what: string, change: (text: string) => string, verdict: RegExp]>([
    [
      "with another place",
      (text) => text.replace(/^index \d+/m, "index 1"),
      /the event does not stand in the tree/,
    ],
    [
      "with another event",
      (text) =>
        text.replace(/^extra (.*)$/m, (_, leaf) => `extra ${btoa(atob(leaf).replace("MC 1", "MC 2"))}`),
      /the event does not stand in the tree/,
    ],
    [
      "with another size",
      (text) => text.replace(/^(127.*)\n\d+$/m, "$1\n999"),
      /a signature of the checkpoint does not verify/,
    ],
    ["without a signature", (text) => text.replace(/^— .*$/m, "— other AAAAAAAA"), /the log did not sign/],
    [
      "of another log",
      (text) => text.replace(/^127.*\/log$/m, "other/log"),
      /the checkpoint is of another log/,
    ],
    ["that is none", () => "<html>", /this is no proof of an event/],
  ])("C2SP tlog-proof a proof %s shows nothing, and the page says so", async (_, change, expected) => {
    const { kind, verdict, words } = await logVerdict(first, changing(`/api/v1${first}/proof`, change))
    expect([kind, verdict]).toEqual(["bad", expect.stringMatching(expected)])
    expect(words).toMatch(/shows nothing|another log/)
  })

  it("C2SP tlog-cosignature the page counts the witnesses that signed, by the keys that the Court names", async () => {
    const witnesses = ["a", "b", "c"].map((name, i) => witness(`${name}.example`, i + 10))
    const notary = changing("/.well-known/notary.json", (text) => {
      const document = JSON.parse(text)
      const vkeys = witnesses.map(({ key }) => Note.formatVerifierKey(key))
      return JSON.stringify({ ...document, log: { ...document.log, witnesses: vkeys } })
    })
    const cosigned = (by: ReadonlyArray<Signer>) =>
      changing(`/api/v1${first}/proof`, (text) => {
        const proof = Proof.parse(text)
        if (proof === null) throw new Error("no proof was served")
        const lines = by.map(({ key, sign }) =>
          Cosignature.signCheckpoint(key, proof.signed, 1_800_000_000, sign),
        )
        const signatures = [...proof.signed.signatures, ...lines]
        return Proof.format({ ...proof, signed: { ...proof.signed, signatures } })
      })
    for (const [by, words] of [
      [witnesses.slice(0, 2), /cosigned by 2 of 3 witnesses: a\.example, b\.example\.$/],
      [[], /cosigned by 0 of 3 witnesses\.$/],
    ] as const) {
      const said = await logVerdict(first, async (page) => {
        await notary(page)
        await cosigned(by)(page)
      })
      expect(said).toMatchObject({ kind: "good", words: expect.stringMatching(words) })
    }
    const liar = { ...witnesses[0], sign: () => new Uint8Array(64) } as Signer
    const said = await logVerdict(first, async (page) => {
      await notary(page)
      await cosigned([liar])(page)
    })
    expect(said).toMatchObject({ kind: "bad", verdict: expect.stringContaining("does not verify") })
  })

  it("PD17 §1 a page says when the log will have it, and how to check if the script can't be had or doesn't run", async () => {
    const answering = (address: string, status: number) => async (page: Page) => {
      await page.route(
        (url) => url.pathname === address,
        (route) => route.fulfill({ status, headers: { "retry-after": "2" }, body: "" }),
      )
    }
    expect(await logVerdict(first, answering(`/api/v1${first}/proof`, 503))).toMatchObject({
      kind: "wait",
      verdict: "The log has not come to this yet.",
      words: expect.stringContaining("within 2 seconds as a rule"),
    })
    const altered = JSON.stringify({ code: "event_altered" })
    expect(
      await logVerdict(first, async (page) => {
        await page.route(
          (url) => url.pathname === `/api/v1${first}/proof`,
          (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: altered }),
        )
      }),
    ).toMatchObject({
      kind: "bad",
      verdict: "The log does NOT show this: it holds another event than the store of this Court.",
      words: expect.stringContaining("one of the two was changed"),
    })
    for (const address of ["/proof-check.js", `/api/v1${first}/proof`])
      expect(await logVerdict(first, answering(address, 404))).toMatchObject({
        kind: "wait",
        verdict: expect.stringMatching(/^It could not be checked here \(.+\)\. Check it as written below\.$/),
      })
    const { page } = await Chromium.open(browser, court.url, {
      ...Chromium.desktop,
      javaScriptEnabled: false,
    })
    await page.goto(court.url + first)
    expect(await page.locator("details", { has: page.locator("#proof-verdict") }).textContent()).toMatch(
      /needs JavaScript\.[\s\S]*agent-court verify http:\S+\/api\/v1\/judgments\/\S+ --proof proof\.txt/,
    )
    await page.context().close()
  })
})
