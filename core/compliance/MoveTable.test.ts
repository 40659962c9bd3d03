/** The table of moves, written out in full, and the tables of networks and assets. */
import { describe, expect, it } from "vitest"
import { EntryStatus } from "../agents/index.ts"
import { assetNamed, assets, networkNamed, networks } from "../chains/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { register } from "./Judged.ts"
import { actNames, acts, moveFrom, reading } from "./Moves.ts"
import { actorOf, bound, open, terms } from "./testing/Given.ts"

/** One line for each move: who, the refusal of others, from, to, window, credit, when, event, on whom it is served, provisions. */
const lines = () =>
  actNames.flatMap((name) => {
    const { who, stranger, moves: made } = acts[name]
    return made.map(
      (move) =>
        `${name} | ${who.join(" ")} else ${stranger} | ${move.from.join(" ")} > ${move.to} | ${move.window} ${move.credit} ${move.at} | ${move.event} | ${move.serves.join(" ")} | ${move.sections.join(", ")}`,
    )
  })
const live = "open attested notified satisfied unsatisfied disputed pending"

describe("the moves of an entry", () => {
  it("PD11 §3 the moves are these, and no others", () => {
    expect(lines()).toEqual([
      "open | court else judge_only | none > open | performance none now | opened |  | PD11 §2",
      "attest | bound else not_bound | open notified > attested | dispute none now | attested | favoured | PD11 §3",
      "confirm | favoured else not_favoured | open notified attested > satisfied | closed timely now | confirmed | bound | PD11 §3, PD11 §10",
      "prove | court else registrar_only | open notified attested > satisfied | closed timely now | proved | bound favoured | PD11 §11, PD11 §10",
      `address | favoured else not_favoured | ${live} > same | kept none now | addressed | bound | PD11 §11`,
      "pass | clock else registrar_only | open > notified | notice none now | notified | bound | PD11 §4",
      "pass | clock else registrar_only | attested > satisfied | closed timely close | satisfied | bound favoured | PD11 §3, PD11 §10",
      "pass | clock else registrar_only | notified > unsatisfied | closed missed close | unsatisfied | bound favoured | PD11 §4, PD11 §10",
      "pass | clock else registrar_only | disputed > began | began began now | undecided | bound favoured | PD11 §5, PD11 §10",
      "dispute | bound favoured else not_a_party | open attested notified satisfied unsatisfied pending > disputed | decision none now | disputed | bound favoured | PD11 §5",
      `decide | registrar else registrar_only | ${live} > found | closed found now | decided | bound favoured | PD11 §6, PD11 §10`,
      `suspend | court else registrar_only | ${live} > same | kept none now | suspended | bound favoured | PD11 §7`,
      `resume | court else registrar_only | ${live} > same | fresh none now | resumed | bound favoured | PD11 §7`,
      `supersede | court else registrar_only | ${live} > superseded | closed reversed now | superseded | bound favoured | PD11 §8, PD11 §10`,
      "meet | court else registrar_only | open attested notified satisfied unsatisfied disputed pending > satisfied | closed unearned now | met | bound favoured | PD11 §12",
    ])
  })

  it("PD11 §3 an actor has one part in an entry", () => {
    expect(reading.partsOf(open, actorOf(bound))).toEqual(["bound"])
    expect(reading.partsOf(open, { role: "public" })).toEqual(["nobody"])
  })

  it("PD11 §1 the Register says for which matters it is kept", () => {
    const words = (registerInForce: number) => register.text({ ...terms, registerInForce })
    expect(words(1)).toContain("It is kept for matters filed while this Direction is in force.")
    expect(words(0)).toContain("It is not kept for matters filed now.")
  })

  it("PD11 §3 from each status an act makes the move that the table has for it", () => {
    for (const name of actNames)
      for (const status of EntryStatus.literals)
        expect(moveFrom(name, status)).toBe(
          acts[name].moves.find((move) => move.from.some((from) => from === status)),
        )
  })
})

describe("networks and assets", () => {
  it("PD11 §11 the networks and assets are these, and the id of a token ends with its contract", () => {
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

  it("PD11 §11 a network is found by its id or name, and an asset by its id, symbol or contract, in any case of letters", () => {
    const usdc = needPresent(assets[0], "the first token in the list")
    const contract = needPresent(usdc.contract, "the contract of a token")
    expect(networkNamed("BASE")?.id).toBe("eip155:8453")
    expect(networkNamed("EIP155:8453")?.id).toBe("eip155:8453")
    expect(networkNamed("")).toBeUndefined()
    for (const name of [usdc.id, "usdc", contract, contract.toUpperCase()])
      expect(assetNamed("eip155:8453", name)).toBe(usdc)
    expect(assetNamed("eip155:1", "usdc")?.network).toBe("eip155:1")
    expect(assetNamed("eip155:5", "usdc")).toBeUndefined()
    expect(assetNamed("eip155:8453", "eth")).toBeUndefined()
  })
})
