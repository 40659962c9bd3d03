/** `agent-court demo`: plays of disputes between agents of different operators, over HTTP only. */
import { perform, playOnOwnCourt, playWithChain } from "../examples/demo/OwnCourt.ts"
import { play, playGated, playHeld, playSigned } from "../examples/demo/Play.ts"
import { awaitStop, print, runInterruptibly } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"
import { keyOption, registrarCredential } from "./Options.ts"

const run = async (given: Given): Promise<number> => {
  const url = given.text("url")
  const way = { reasons: given.on("reasons"), keep: given.on("keep") }
  if (url !== undefined) {
    if (way.keep) throw new UsageError("--keep keeps a court of the demo's own, and --url names another")
    const suffix = Date.now().toString(36).slice(-6)
    await perform({ base: url, registrar: await registrarCredential(given), suffix }, play, way)
    return exitCodes.done
  }
  const stopped = await runInterruptibly(async (signal) => {
    const stop = awaitStop(signal)
    if (given.on("holds")) await playWithChain(playHeld, way, stop)
    else if (given.on("x402")) await playWithChain(playSigned, way, stop)
    else await playOnOwnCourt(given.on("gate") ? playGated : play, way, stop)
    return signal.aborted
  })
  if (!stopped) return exitCodes.done
  print("\nStopped; the court's records are deleted.")
  return way.keep ? exitCodes.done : exitCodes.interrupted
}

export const command: CliCommand = {
  usage: "[--holds | --x402 | --gate | --url <address> --key <file>] [--keep] [--reasons]",
  takes: [0, 0],
  flags: {
    url: { value: "address", help: "play at this sandbox court instead of a fresh one" },
    ...keyOption,
    holds: { help: "play a dispute over an escrow, on a local chain beside the court" },
    x402: { help: "play a dispute over a price paid by x402, on a local chain that the court reads" },
    gate: { help: "play a client of x402 that asks the court before it pays" },
    keep: { help: "leave the court open afterwards, and print the addresses of its pages, until Ctrl-C" },
    reasons: { help: "print the reasons of each judgment" },
  },
  help: [
    "Starts a sandbox court on a free port with a temporary folder and plays two disputes on it over HTTP: one contested and honoured, one by default and not honoured, disputed and decided by the Registrar. Each step is shown: who acts, what it does, and what came of it, with the orders, the check of the seal, and the label before and after.",
    "--holds plays one dispute over a price in an escrow: an instruction that the court signs pays the judgment on the local chain, and the court touches no money.",
    "--x402 plays one dispute over a data set that was paid by x402 on the local chain: the court finds the transfer there, evaluates what was delivered, and orders the balance. The seller's signed offer and receipt are checked evidence.",
    "--gate plays a default, and a client of x402 that asks the court before it pays: it stops before it signs a payment to the agent in default, and pays another.",
    "Ctrl-C ends it at any time. Nothing of its court is left afterwards.",
    "Exits with 0 if every step went as the Rules require.",
  ],
  run,
}
