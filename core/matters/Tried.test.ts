/** Trials of claims: what a trial says is what the filing then records, and a trial leaves the store as it was. */

import { Effect, Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { accounts } from "../deals/index.ts"
import { checkEvidence, Verified } from "../evidence/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Court from "../kernel/Court.ts"
import { published } from "../kernel/Schedule.ts"
import { OwnLaw } from "../law/index.ts"
import { Rulebook } from "../rulebook/index.ts"
import { type ChangeSet, empty } from "../store/ChangeSet.ts"
import { Store } from "../store/Store.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { nothingSealed } from "../testing/NothingSealed.ts"
import { person, stage } from "../testing/Stage.ts"
import { Accounts } from "./Accounts.ts"
import { fileMatter } from "./FileMatter.ts"
import { recordedEvidence } from "./Paper.ts"
import { fileDefence } from "./Plead.ts"
import type { Filing, Pleading } from "./Pleading.ts"
import { Screen } from "./Screen.ts"

const artifact = '{"format":"eip712"}'
const examined: Verified.Examined = {
  format: "x402_receipt",
  signers: [],
  checks: [{ check: "signature", holds: false, why: "It is by nobody." }],
  statement: [{ by: "seller", text: "Receipt: paid." }],
  documents: [],
}
const verifiers = Verified.Verifiers.of({
  examine: (contents) => Effect.succeed(contents.map((content) => (content === artifact ? examined : null))),
})
const screen = Screen.of({
  examine: (texts) =>
    Effect.succeed(
      texts.flatMap(({ path, text }) =>
        text.includes(person) ? [{ path, code: "natural_person" as const, what: "personal name" }] : [],
      ),
    ),
})

/** A court with two agents, on a store that keeps what is committed. */
const opened = async () => {
  const court = stage(published, undefined, verifiers)
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const committed: Array<ChangeSet> = []
  const driver: typeof court.driver = {
    ...court.driver,
    commit: (set) => Effect.tap(court.driver.commit(set), () => Effect.sync(() => committed.push(set))),
  }
  const envelope = { actor: buyer, now: court.now(), seed: "6".repeat(20), schedule: published }
  const ran = <A, E>(
    run: Effect.Effect<A, E, Court.Ports | Screen | OwnLaw | Accounts | Verified.Verifiers>,
  ) =>
    Effect.runPromise(
      run.pipe(
        Effect.provideService(Store, driver),
        Effect.provide(nothingSealed),
        Effect.provideService(Screen, screen),
        Effect.provideService(OwnLaw, Rulebook.ownLaw),
        Effect.provideService(Accounts, accounts),
        Effect.provideService(Verified.Verifiers, verifiers),
        Effect.either,
      ),
    )
  return {
    committed,
    court,
    buyer,
    ask: (content: string, actor: Actor) =>
      ran(Court.ask(checkEvidence, { content }, { ...envelope, actor })),
    tried: (given: Filing) => ran(Court.preview(fileMatter, given, envelope)),
    filed: (given: Filing) => ran(Court.execute(fileMatter, given, envelope)),
    defended: (given: { readonly id: string } & Pleading) =>
      ran(Court.preview(fileDefence, given, { ...envelope, actor: seller })),
  }
}

const filings: fc.Arbitrary<Filing> = fc
  .record({
    valueCents: fc.constantFrom(0, 49_999, 60_000, 5_000_000),
    respondent: fc.constantFrom("seller", "nobody-yet", "buyer"),
    title: fc.constantFrom("Undelivered translation", `About ${person}`),
    before: fc.constantFrom(1_000, -1_000, 400 * 86_400_000),
    text: fc.constantFrom(undefined, "The price is returned."),
    content: fc.constantFrom(artifact, "We accept."),
    n: fc.constantFrom(1, 1, 1, 2),
  })
  .map(({ valueCents, respondent, title, before, text, content, n }) =>
    filing({
      valueCents,
      respondent,
      title,
      dealingAt: filing().dealingAt - before,
      claim: claim({
        facts: [{ n, text: "It was not delivered.", evidence: ["order"] }],
        evidence: [{ label: "order", kind: "message", content }],
        authorities: [
          {
            citation: "[2020] ABC 1",
            proposition: "The price is returned.",
            ...(text === undefined ? {} : { text, attested: true }),
          },
        ],
        orders: (claim().orders ?? []).map((order) => ({ ...order, against: respondent, restsOn: [1] })),
      }),
    }),
  )

describe("the trial of a claim", () => {
  it("Rule 4.1 says what the filing then records, or refuses as the filing is refused, and records nothing", async () => {
    const ended = new Set<string>()
    await fc.assert(
      fc.asyncProperty(filings, async (given) => {
        const { committed, tried, filed } = await opened()
        const trial = await tried(given)
        expect(committed).toEqual([])
        const act = await filed(given)
        ended.add(Either.isRight(act) ? "filed" : "refused")
        expect(Either.map(trial, ({ reply }) => reply)).toEqual(Either.map(act, ({ reply }) => reply))
        if (Either.isRight(trial)) expect(trial.right.changes).toEqual(committed[0])
      }),
      { numRuns: 60 },
    )
    expect(ended).toEqual(new Set(["filed", "refused"]))
  })

  it("Rule 4.11 says what would be found of each piece of evidence", async () => {
    const { tried } = await opened()
    const pieces = ["We accept.", artifact].map((content, i) => ({
      label: `p${i}`,
      kind: "message" as const,
      content,
    }))
    const facts = [
      { n: 1, text: "It was paid.", evidence: ["p0", "p1"] },
      { n: 2, text: "Nothing came." },
    ]
    const trial = await tried(filing({ claim: claim({ facts, evidence: pieces }) }))
    expect(Either.map(trial, ({ changes }) => recordedEvidence(changes))).toMatchObject({
      right: [
        { ...pieces[0], verified: null },
        { ...pieces[1], verified: { format: "x402_receipt" } },
      ],
    })
    // and nothing is found in changes that record no paper
    expect(recordedEvidence(empty(0))).toEqual([])
  })

  it("Rule 4.3 says of a defence its own evidence, and not that of the claim", async () => {
    const { committed, filed, defended } = await opened()
    const letter = { label: "letter", kind: "message" as const, content: "We accept." }
    const facts = [
      { n: 1, text: "It was paid." },
      { n: 2, text: "Nothing came." },
    ]
    await filed(filing({ claim: claim({ facts, evidence: [letter] }) }))
    const [id = ""] = committed.flatMap(({ puts }) =>
      puts.flatMap(({ ref }) => (ref.kind === "matter" ? ref.id : [])),
    )
    const trial = await defended({ id, ...answering({ evidence: [{ ...letter, content: artifact }] }) })
    expect(Either.map(trial, ({ changes }) => recordedEvidence(changes))).toMatchObject({
      right: [{ content: artifact, verified: { format: "x402_receipt" } }],
    })
  })
})

describe("the check of a piece of evidence", () => {
  it.each([
    ["an artifact", artifact, { verified: { format: "x402_receipt", statement: ["Receipt: paid."] } }],
    ["any other text", "We accept.", { verified: null }],
  ])(
    "Rule 4.11 says what would be found of %s, whoever asks, and records nothing",
    async (_what, content, view) => {
      const { ask, buyer, committed } = await opened()
      for (const actor of [buyer, { role: "registrar" }] as const)
        expect(await ask(content, actor)).toMatchObject({ right: view })
      expect(committed).toEqual([])
    },
  )
})
