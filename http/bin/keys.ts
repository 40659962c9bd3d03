/** `agent-court keys`: lists, locates and rotates the keys in a folder. */
import { join } from "node:path"
import { Either, Schema } from "effect"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { DateTime } from "../../core/kernel/Time.ts"
import { dataFolder } from "../court/Variables.ts"
import { Failure, print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"

const purposes = {
  notary: "seals judgments (ed25519)",
  jwks: "signs compliance summaries, dispositions and calls to agents (ed25519)",
  log: "signs checkpoints of the log (ed25519); it is never rotated, since the log has no other",
  payout: "signs payout instructions (secp256k1)",
  addresses:
    "hashes operators' addresses; it is never rotated, since operators could then not be found again",
  "registrar.key": "the Registrar's bearer credential",
  "judge.key": "the Judge's bearer credential",
  court: "the id of the court whose keys these are, made at its first start",
  citations: "every citation that the notary key has sealed, a line each; keep it with the keys",
} as const

const folderOf = (given: Given): string => given.text("keys") ?? join(dataFolder(process.env), "keys")

/** The folder, if it has all keys of its court. Throws otherwise, since to list keys must not make the lost ones anew. */
const whole = (folder: string): string => {
  const { names } = FileKeys.missingKeys(folder)
  if (FileKeys.courtIdOf(folder) !== null && names.length > 0)
    throw new Failure(
      `${folder} lacks ${names.join(", ")} of its court; restore them from their copy, or start the court once with serve --new-keys`,
    )
  return folder
}

const paths = (folder: string): void => {
  for (const [name, purpose] of Object.entries(purposes))
    print(`${join(folder, name)}  ${style("dim", purpose)}`)
}

const list = (folder: string): void => {
  const { notary, jwks, log, payout } = FileKeys.open(whole(folder))
  print(`notary  ${notary.publicKey}  ${style("green", "in use")}`)
  for (const { publicKey, retiredAt } of notary.retiredKeys)
    print(`notary  ${publicKey}  retired at ${retiredAt}`)
  for (const [i, { x, kid }] of jwks.keys.entries()) {
    const state = i === 0 ? style("green", "in use") : "retired"
    print(`jwks    ${Buffer.from(x, "base64url").toString("hex")}  ${state}, kid ${kid}`)
  }
  print(`log     ${log.publicKey}  ${style("green", "in use")}`)
  print(`payout  ${payout.address}  ${style("green", "in use")}`)
  for (const { address, retiredAt } of payout.retiredKeys)
    print(`payout  ${address}  retired at ${retiredAt}`)
  print(`The secrets themselves are only in the files; "agent-court keys paths" names them.`)
}

const minute = 60_000
const instantOf = (given: Given): number => {
  const at = given.text("at")
  if (at === undefined) return Date.now() + minute
  return Either.getOrThrowWith(
    Schema.decodeUnknownEither(DateTime)(at),
    () => new UsageError("--at is an RFC 3339 date-time, such as 2026-11-20T09:00:00.000Z"),
  )
}

const rotate = (folder: string, key: string | undefined, given: Given): void => {
  FileKeys.ensure(whole(folder))
  switch (key) {
    case "notary":
    case "jwks":
    case "payout": {
      const retiredAt = instantOf(given)
      const { publicKey } = FileKeys.rotate(folder, key, retiredAt)
      print(
        `${key} is ${publicKey} from now on; the previous key is retired at ${new Date(retiredAt).toISOString()}.`,
      )
      print(
        "Signatures of the previous key from before that time stay valid. A court that is running takes the new key by itself.",
      )
      return
    }
    case "registrar":
    case "judge":
      FileKeys.rotateCredential(folder, key)
      print(`A new credential is in ${join(folder, `${key}.key`)}; the old credential no longer works.`)
      return
    default:
      throw new UsageError("rotate takes notary, jwks, payout, registrar or judge")
  }
}

const run = async (given: Given): Promise<number> => {
  const [act, key] = given.positionals
  const folder = folderOf(given)
  if (act === "list" && key === undefined) list(folder)
  else if (act === "paths" && key === undefined) paths(folder)
  else if (act === "rotate") rotate(folder, key, given)
  else throw new UsageError("keys takes list, paths or rotate <key>")
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "list | paths | rotate <notary|jwks|payout|registrar|judge>",
  takes: [1, 2],
  flags: {
    keys: { value: "folder", help: "the folder of the keys ($COURT_DATA/keys)" },
    at: { value: "date-time", help: "with rotate: when the previous key is retired (a minute from now)" },
  },
  help: [
    "list shows the public keys in force and retired; paths shows where every key is and what it is for; rotate replaces a key by a new one. No secret is ever printed.",
    "A seal made before its key was retired stays valid. A court that is running uses the new key from its next signature on.",
  ],
  run,
}
