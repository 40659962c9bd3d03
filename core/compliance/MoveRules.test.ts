/** The table of moves, word for word, and the networks, assets and notices beside it. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Notices } from "../agents/Notice.ts"
import { format } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import type { EntryAct } from "./Act.ts"
import { transition } from "./Apply.ts"
import { type Entry, EntryStatus } from "./Entry.ts"
import { assetNamed, assets, networkNamed, networks } from "./Networks.ts"
import { noticesOf } from "./Notices.ts"
import { recordMoves } from "./Record.ts"
import { actNames, moveFrom, transitions } from "./Transitions.ts"
import {
  address,
  attest,
  bound,
  confirm,
  decide,
  dispute,
  favoured,
  having,
  meet,
  moves,
  open,
  openedAs,
  pass,
  passedAt,
  prove,
  resume,
  supersede,
  suspend,
  terms,
  threeDays,
} from "./testing/Given.ts"

/** One line a move: who, the refusal of others, from, to, window, credit, when, event, whom it is served on, provisions. */
const lines = () =>
  actNames.flatMap((name) => {
    const { who, stranger, moves: made } = transitions[name]
    return made.map(
      (move) =>
        `${name} | ${who.join(" ")} else ${stranger} | ${move.from.join(" ")} > ${move.to} | ${move.window} ${move.credit} ${move.at} | ${move.event} | ${move.serves.join(" ")} | ${move.sections.join(", ")}`,
    )
  })
const live = "open attested notified satisfied unsatisfied disputed pending"

describe("the moves of an entry", () => {
  it("PD11 §3 are these, and no others", () => {
    expect(lines()).toEqual([
      "open | court else judge_only | none > open | performance none now | opened |  | PD11 §2",
      "attest | bound else not_bound | open notified > attested | dispute none now | attested | favoured | PD11 §3",
      "confirm | favoured else not_favoured | open notified attested > satisfied | closed timely now | confirmed | bound | PD11 §3, PD11 §10",
      "prove | court else registrar_only | open notified attested > satisfied | closed timely now | proved | bound favoured | PD11 §11, PD11 §10",
      `address | favoured else not_favoured | ${live} > same | kept none now | addressed | bound | PD11 §11`,
      "pass | clock else registrar_only | open > notified | notice none now | notified | bound | PD11 §4",
      "pass | clock else registrar_only | attested > satisfied | closed timely close | satisfied | bound favoured | PD11 §3, PD11 §10",
      "pass | clock else registrar_only | notified > unsatisfied | closed missed close | unsatisfied | bound favoured | PD11 §4, PD11 §10",
      "dispute | bound favoured else not_a_party | open attested notified satisfied unsatisfied pending > disputed | closed none now | disputed | other | PD11 §5",
      `decide | registrar else registrar_only | ${live} > found | closed found now | decided | bound favoured | PD11 §6, PD11 §10`,
      `suspend | court else registrar_only | ${live} > same | kept none now | suspended | bound favoured | PD11 §7`,
      `resume | court else registrar_only | ${live} > same | fresh none now | resumed | bound favoured | PD11 §7`,
      `supersede | court else registrar_only | ${live} > superseded | closed reversed now | superseded | bound favoured | PD11 §8, PD11 §10`,
      "meet | court else registrar_only | open attested notified unsatisfied pending > satisfied | closed none now | met | bound favoured | PD11 §12",
    ])
  })

  it("PD11 §5 a second dispute has a refusal of its own, and no other act has one", () => {
    expect(
      actNames.map((name) => transitions[name].refuses).filter((one) => Object.keys(one).length > 0),
    ).toEqual([{ disputed: "already_disputed" }])
  })

  it("PD11 §3 from each status an act makes the move that the table has for it", () => {
    for (const name of actNames)
      for (const status of EntryStatus.literals)
        expect(moveFrom(name, status)).toBe(
          transitions[name].moves.find((move) => (move.from as ReadonlyArray<string>).includes(status)),
        )
  })
})

describe("networks and assets", () => {
  it("PD11 §11 are these, with the confirmations that each needs", () => {
    expect(
      networks.map(({ id, aliases, kind, confirmations }) => [id, ...aliases, kind, confirmations].join(" ")),
    ).toEqual([
      "eip155:8453 base evm baseConfirmations",
      "eip155:84532 base-sepolia evm baseConfirmations",
      "eip155:1 ethereum evm ethereumConfirmations",
      "bip122:000000000019d6689c085ae165831e93 bitcoin bitcoin bitcoinConfirmations",
      "cip34:1-764824073 cardano cardano cardanoConfirmations",
    ])
    expect(
      assets.map(({ id, symbol, network, decimals }) => `${symbol} ${decimals} ${network} ${id}`),
    ).toEqual([
      "USDC 6 eip155:8453 eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      "USDC 6 eip155:84532 eip155:84532/erc20:0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      "USDC 6 eip155:1 eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
      "USDT 6 eip155:1 eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7",
      "USDT 6 eip155:8453 eip155:8453/erc20:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
      "BTC 8 bip122:000000000019d6689c085ae165831e93 bip122:000000000019d6689c085ae165831e93/slip44:0",
      "ADA 6 cip34:1-764824073 cip34:1-764824073/slip44:1815",
    ])
    for (const { id, contract } of assets) expect(contract === null || id.endsWith(contract)).toBe(true)
  })

  it("PD11 §11 are found by id, name, symbol or contract, in any case of letters", () => {
    const [usdc] = assets
    expect(networkNamed("BASE")?.id).toBe("eip155:8453")
    expect(networkNamed("EIP155:8453")?.id).toBe("eip155:8453")
    expect(networkNamed("")).toBeUndefined()
    for (const name of [usdc?.id, "usdc", usdc?.contract, usdc?.contract?.toUpperCase()])
      expect(assetNamed("eip155:8453", name ?? "")).toBe(usdc)
    expect(assetNamed("eip155:1", "usdc")?.network).toBe("eip155:1")
    expect(assetNamed("eip155:5", "usdc")).toBeUndefined()
    expect(assetNamed("eip155:8453", "eth")).toBeUndefined()
  })
})

describe("what the parties are told", () => {
  const late = start + threeDays
  const later = late + threeDays
  const order = "Order 1 of [2026] MC 1"
  const at = format(start + 1 + threeDays)
  const attested = () => having(open, [attest(start), start + 1])
  const notified = () => passedAt(open, late)
  const disputed = () => having(open, [dispute(), start + 1])
  const suspended = () => having(open, [suspend, start + 1])
  const told = (entry: () => Entry, act: EntryAct, now: number) => {
    const made = [Either.getOrThrow(transition(entry(), act, now, terms))]
    return putsOf(
      Notices,
      noticesOf(made, (k) => `n-${k}`, now),
    ).map(({ agentId, type, text }) => [agentId, type, text])
  }
  const both = (type: string, text: string) => [
    [bound.id, type, text],
    [favoured.id, type, text],
  ]

  it.each<[string, () => Entry, EntryAct, number, ReadonlyArray<ReadonlyArray<unknown>>]>([
    [
      "attested",
      () => open,
      attest(start),
      start + 1,
      [
        [
          favoured.id,
          "compliance.attested",
          `${order}: debtor attests performance. Confirm it, or dispute it before ${at}; undisputed, the entry is then satisfied (PD11 §3).`,
        ],
      ],
    ],
    [
      "confirmed",
      () => open,
      confirm,
      start + 1,
      [
        [
          bound.id,
          "compliance.confirmed",
          `${order}: creditor confirms performance. The entry is satisfied.`,
        ],
      ],
    ],
    [
      "proved",
      () => open,
      prove(start),
      start + 1,
      both(
        "compliance.proved",
        `${order}: transfers that reach the sum are confirmed. The entry is satisfied.`,
      ),
    ],
    [
      "addressed",
      () => open,
      address,
      start + 1,
      [
        [
          bound.id,
          "compliance.addressed",
          `${order}: creditor has registered an address for payment; read it in the entry.`,
        ],
      ],
    ],
    [
      "notified",
      () => open,
      pass,
      late,
      [
        [
          bound.id,
          "compliance.notified",
          `Notice of non-compliance. ${order}: the time fixed has passed and no performance is recorded. Attest or dispute before ${format(later)}; otherwise the entry becomes unsatisfied (PD11 §4).`,
        ],
      ],
    ],
    [
      "satisfied",
      attested,
      pass,
      later,
      both(
        "compliance.satisfied",
        `${order}: the attestation was not disputed in time. The entry is satisfied.`,
      ),
    ],
    [
      "unsatisfied",
      notified,
      pass,
      later,
      both(
        "compliance.unsatisfied",
        `${order}: the window of the notice of non-compliance has passed. The entry is unsatisfied; a dispute puts it before the Registrar (PD11 §5).`,
      ),
    ],
    [
      "disputed by the party favoured",
      () => open,
      dispute(),
      start + 1,
      [
        [
          bound.id,
          "compliance.disputed",
          `${order}: creditor disputes the entry (not_performed). The Registrar decides on the papers.`,
        ],
      ],
    ],
    [
      "disputed by the party bound",
      () => open,
      dispute("bound"),
      start + 1,
      [
        [
          favoured.id,
          "compliance.disputed",
          `${order}: debtor disputes the entry (not_performed). The Registrar decides on the papers.`,
        ],
      ],
    ],
    [
      "decided",
      disputed,
      decide("unsatisfied"),
      start + 2,
      both(
        "compliance.decided",
        `${order}: the Registrar finds the entry unsatisfied. The reasons stand in the entry.`,
      ),
    ],
    [
      "suspended",
      () => open,
      suspend,
      start + 1,
      both(
        "compliance.suspended",
        `${order} is open: no time runs while the judgment is under appeal (PD11 §7).`,
      ),
    ],
    [
      "resumed",
      suspended,
      resume,
      start + 1,
      both("compliance.resumed", `${order}: the judgment stands, and time runs until ${at}.`),
    ],
    [
      "resumed, where no time ran",
      () => having(disputed(), [suspend, start + 2]),
      resume,
      start + 3,
      both("compliance.resumed", `${order}: the judgment stands.`),
    ],
    [
      "superseded",
      () => open,
      supersede,
      start + 1,
      both(
        "compliance.superseded",
        `${order}: the judgment no longer stands; what the entry gave or took is reversed.`,
      ),
    ],
    [
      "met",
      () => open,
      meet,
      start + 1,
      both("compliance.met", `${order}: met in full from the hold. The entry is satisfied.`),
    ],
  ])("PD11 §3 of an entry %s", (_what, entry, act, now, expected) => {
    expect(told(entry, act, now)).toEqual(expected)
  })

  it("PD11 §3 with the entry, its order, its status and when its window closes", () => {
    const [notice] = putsOf(
      Notices,
      noticesOf(Either.getOrThrow(moves(open, attest(start), start + 1)), (k) => `n-${k}`, start + 1),
    )
    expect(notice).toMatchObject({
      id: "n-0",
      subject: "entry/entry-1",
      at: start + 1,
      data: { entry: "entry-1", citation: "[2026] MC 1", n: 1, status: "attested", closesAt: at },
    })
  })

  it("PD11 §7 of several entries of one judgment at once, in one notice each", () => {
    const made = [open, openedAs("entry-2")].flatMap((entry) =>
      Either.getOrThrow(moves(entry, suspend, start + 1)),
    )
    const notices = putsOf(
      Notices,
      noticesOf(made, (k) => `n-${k}`, start + 1),
    )
    expect(notices.map(({ id, agentId, subject }) => [id, agentId, subject])).toEqual([
      ["n-0", bound.id, "judgment/[2026] MC 1"],
      ["n-1", favoured.id, "judgment/[2026] MC 1"],
    ])
    const line = `${order} is open: no time runs while the judgment is under appeal (PD11 §7).`
    expect(notices[0]?.text).toBe(`${line}\n${line}`)
    expect(notices[0]?.data).toMatchObject({ entry: null, n: null, status: "open", closesAt: format(late) })
  })

  it("Rule 2.7 somebody who is not enrolled has no inbox", () => {
    const outside: Entry = { ...open, order: { ...open.order, favoured: { ...favoured, id: null } } }
    expect(told(() => outside, attest(start), start + 1)).toEqual([])
    expect(told(() => outside, suspend, start + 1)).toHaveLength(1)
  })

  it("PD11 §8 where the judgment moves an entry on at once, only where it stands now is told", () => {
    const context = contextFor({ role: "registrar" }, late)
    const passed = Either.getOrThrow(moves(open, supersede, late))
    expect(passed).toHaveLength(2)
    const notices = (firstId: number | null) =>
      putsOf(Notices, recordMoves([passed], [], context, firstId).changes)
    expect(notices(0).map(({ type }) => type)).toEqual(["compliance.superseded", "compliance.superseded"])
    expect(notices(5).map(({ id }) => id)).toEqual([context.id(5), context.id(6)])
    expect(notices(null)).toEqual([])
    const attestedLate = Either.getOrThrow(moves(open, attest(start), late))
    expect(putsOf(Notices, recordMoves([attestedLate], [], context).changes)).toHaveLength(2)
  })
})
