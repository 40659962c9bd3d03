/** `agent-court rejudge`: computes a judgment on the papers, at first instance or on appeal, again from what its judge read, and compares it byte for byte. */
import { Altered, compareJudgment } from "../audit/rejudge/Compare.ts"
import { openCourt, openFolder, type Source, saveSource } from "../audit/rejudge/Source.ts"
import { isAddress } from "../audit/verify/Source.ts"
import { Failure, print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"

const sourceOf = (from: string, given: Given): Promise<Source> => {
  if (!isAddress(from)) return openFolder(from)
  const [matter, appeal, key] = [given.text("matter"), given.text("appeal"), given.text("key")]
  const id = matter ?? appeal
  if (id === undefined || key === undefined || (matter !== undefined && appeal !== undefined))
    throw new UsageError("an address goes with --key, and with --matter or --appeal")
  return openCourt(from, { of: appeal === undefined ? "matters" : "appeals", id, key })
}

const run = async (given: Given): Promise<number> => {
  const [from = ""] = given.positionals
  try {
    const source = await sourceOf(from, given)
    const folder = given.text("save")
    if (folder !== undefined) await saveSource(source, folder)
    return (await compareJudgment(source)) ? exitCodes.done : exitCodes.failed
  } catch (error) {
    if (error instanceof Altered) {
      print(style("red", error.message))
      return exitCodes.failed
    }
    if (!(error instanceof Failure)) throw error
    print(style("yellow", `It can't be computed again: ${error.message}.`))
    return exitCodes.unasked
  }
}

export const command: CliCommand = {
  usage: "<folder or address> [--matter <id> | --appeal <id>] [--key <file>] [--save <folder>]",
  takes: [1, 1],
  flags: {
    matter: { value: "id", help: "with the address of a court: the matter" },
    appeal: { value: "id", help: "with the address of a court: an appeal in the place of a matter" },
    key: {
      value: "file",
      help: "with an address: your key, as a party, a judge or the Registrar of the matter",
    },
    save: {
      value: "folder",
      help: "keep the manifest and its parts in this folder, to compute again without the court",
    },
  },
  help: [
    "When the judge of a court decides on the papers, the court keeps what it read: the papers, the facts of each deal with the chain readings, the figures in force at filing, and what its delivery rests on. This command checks each part by its SHA-256, draws up the accounts again from the facts, decides the orders, writes the reasons, and compares the text with the sealed judgment byte for byte. It asks nothing of a court if it is given a folder.",
    "On appeal the court also keeps who appeals and on what grounds, the orders of the judgments below, and the stakes. The outcome is decided again too. Nothing is kept of an appeal that the bench decided, or that was decided by a version of the court before it kept this; the court then says which of the two it is.",
    "A folder has manifest.json, as GET /api/v1/matters/{id}/bundle or GET /api/v1/appeals/{id}/bundle answers, and each part as <sha256>.json, whose bytes have that hash. --save makes such a folder.",
    "Whether the court sealed the judgment is a question of its own: ask agent-court verify, and compare the SHA-256.",
    "The exit code is 0 if no byte differs, and 1 if one does or a part has another hash; the first difference is named, with the line of the table of accounts if it stands in one. It is 2 if a part is missing or can't be read, or if another judge decided.",
  ],
  run,
}
