/** `agent-court witness`: signs the checkpoints of logs that it has seen grow by nothing but additions, so that courts witness one another. */
import { formatVerifierKey } from "../../core/log/index.ts"
import { readKeys } from "../audit/witness/Keys.ts"
import { openMemory } from "../audit/witness/Memory.ts"
import { readPolicy } from "../audit/witness/Policy.ts"
import { prepareWitness } from "../audit/witness/Prepare.ts"
import { listenOn, witnessServer } from "../audit/witness/Server.ts"
import { awaitStop, Failure, print, runInterruptibly } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

const fileOf = (given: Given, flag: string): string => {
  const file = given.text(flag)
  if (file === undefined) throw new UsageError(`witness needs --${flag}`)
  return file
}

const run = async (given: Given): Promise<number> => {
  const [policy, state, key] = [fileOf(given, "policy"), fileOf(given, "state"), fileOf(given, "key")]
  const host = given.text("host") ?? "127.0.0.1"
  const logs = readPolicy(policy).logs.map(({ key }) => key)
  if (logs.length === 0) throw new Failure(`${policy} names no log`)
  prepareWitness(given.text("name"), key, state)
  const keys = readKeys(key)
  const memory = openMemory(state)
  const server = witnessServer({ keys, logs, memory, now: Date.now }, (error) =>
    console.error(`agent-court witness: ${error instanceof Error ? error.message : error}`),
  )
  const port = await listenOn(server, host, whole(given, "port") ?? 8090)
  print(`The witness is open at http://${host.includes(":") ? `[${host}]` : host}:${port}`)
  for (const one of keys) print(`  key  ${formatVerifierKey(one.key)}`)
  for (const { name } of logs) print(`  log  ${name}`)
  await runInterruptibly(awaitStop)
  server.close()
  server.closeAllConnections()
  memory.close()
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "--policy <file> --state <file> --key <file>",
  takes: [0, 0],
  flags: {
    policy: { value: "file", help: "the logs that it follows, as a trust policy of C2SP tlog-policy" },
    state: { value: "file", help: "what it signed last of each log; keep it with the key" },
    key: { value: "file", help: "its name and its private keys" },
    name: {
      value: "name",
      help: "makes a new witness of this name, such as witness.example/w1, if there is no key yet",
    },
    host: { value: "address", help: "where it listens (127.0.0.1)" },
    port: { value: "port", help: "where it listens (8090)" },
  },
  help: [
    "Answers POST /add-checkpoint as C2SP tlog-witness says. It signs a checkpoint if a key of the policy signed it and if it is proved that the log has only grown since the checkpoint that this witness signed last. A checkpoint is on the disk before its signature leaves. It signs by Ed25519, and by ML-DSA-44 too if Node has it.",
    "GET /<SHA-256 of the origin>/checkpoint shows the latest checkpoint of a log with its signatures.",
    "One process may use a state; a second one is refused. Put a proxy with TLS in front of it if others than this machine ask it.",
  ],
  run,
}
