/**
 * `agent-court witness`: signs a checkpoint of a log only if the log has done nothing but grow since the last, so that courts witness one
 * another.
 */
import { Either } from "effect"
import { Note } from "../../core/log/index.ts"
import { bounds, makeEnrolled, openEnrolled } from "../audit/witness/Enrolled.ts"
import { readKeys } from "../audit/witness/Keys.ts"
import { openMemory } from "../audit/witness/Memory.ts"
import { openWitness } from "../audit/witness/Open.ts"
import { readPolicy } from "../audit/witness/Policy.ts"
import { prepareWitness } from "../audit/witness/Prepare.ts"
import { listenOn, witnessServer } from "../audit/witness/Server.ts"
import { parseRanges, trustRanges } from "../server/Incoming.ts"
import { awaitStop, Failure, print, runInterruptibly } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

const fileOf = (given: Given, flag: string): string => {
  const file = given.text(flag)
  if (file === undefined) throw new UsageError(`witness needs --${flag}`)
  return file
}

/** The logs that the operator names. Without `--open` a witness that follows no log would be of no use. */
const readNamed = (given: Given) => {
  const open = given.text("open")
  const policy = open === undefined ? fileOf(given, "policy") : given.text("policy")
  const logs = policy === undefined ? [] : readPolicy(policy).logs.map(({ key }) => key)
  if (logs.length === 0 && open === undefined) throw new Failure(`${policy} names no log`)
  return logs
}

const trustsOf = (given: Given) =>
  trustRanges(
    Either.getOrThrowWith(
      given.text("proxies") === undefined ? Either.right([]) : parseRanges(given.text("proxies") ?? ""),
      (part) => new UsageError(`--proxies is addresses or ranges, such as 10.0.0.0/8, not ${part}`),
    ),
  )

const run = async (given: Given): Promise<number> => {
  const logs = readNamed(given)
  const [state, key, file] = [fileOf(given, "state"), fileOf(given, "key"), given.text("open")]
  const [host, trusts] = [given.text("host") ?? "127.0.0.1", trustsOf(given)]
  prepareWitness(given.text("name"), key, state)
  const keys = readKeys(key)
  if (file !== undefined) makeEnrolled(file)
  const memory = openMemory(state)
  const facts = { own: keys.map((one) => one.key), named: logs, memory }
  const open =
    file === undefined
      ? {}
      : {
          open: openWitness({
            keys,
            enrolled: openEnrolled(file, facts),
            now: Date.now,
            monotonic: () => performance.now(),
          }),
        }
  const witness = { keys, logs, memory, now: Date.now, trusts, ...open }
  const server = witnessServer(witness, (error) =>
    console.error(`agent-court witness: ${error instanceof Error ? error.message : error}`),
  )
  const port = await listenOn(server, host, whole(given, "port") ?? 8090)
  print(`The witness is open at http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  for (const one of keys) print(`  key  ${Note.formatVerifierKey(one.key)}`)
  for (const { name } of logs) print(`  log  ${name}`)
  if (file !== undefined)
    print("  any other log may enrol (POST /enrol), and GET /logs lists the logs that did")
  await runInterruptibly(awaitStop)
  server.close()
  server.closeAllConnections()
  memory.close()
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "--policy <file> --state <file> --key <file> [--open <file>]",
  takes: [0, 0],
  flags: {
    policy: { value: "file", help: "the logs that it follows, as a trust policy of C2SP tlog-policy" },
    state: { value: "file", help: "what it signed last of each log; keep it with the key" },
    key: { value: "file", help: "its name and its private keys" },
    name: {
      value: "name",
      help: "makes a new witness of this name, such as witness.example/w1, if there is no key yet",
    },
    open: {
      value: "file",
      help: "lets anybody's log enrol, and keeps the logs that did in this file; --policy may be left out",
    },
    proxies: {
      value: "addresses",
      help: "the proxies that may state the address of a caller, like 10.0.0.0/8 (none)",
    },
    host: { value: "address", help: "where it listens (127.0.0.1)" },
    port: { value: "port", help: "where it listens (8090)" },
  },
  help: [
    "Answers POST /add-checkpoint as C2SP tlog-witness says. It signs a checkpoint if a key of the policy signed it and if it is proved that the log has only grown since the checkpoint that this witness signed last. A checkpoint is on the disk before its signature leaves. It signs by Ed25519, and by ML-DSA-44 too if Node has it.",
    "GET /<SHA-256 of the origin>/checkpoint shows the latest checkpoint of a log with its signatures.",
    `With --open, a log enrols by a request that its own key signs (agent-court enrol): at most ${bounds.places} logs at once, each at the rate that it states. GET /logs lists them (logs/v0). An origin stays with the key that came first.`,
    "One process may use a state; a second one is refused. Put a proxy with TLS in front of it if others than this machine ask it.",
  ],
  run,
}
