/** `agent-court rejudge`: computes a judgment on the papers, at first instance or on appeal, again from what its judge read, and compares it byte for byte. */
import { Papers } from "../../adapters/judge/index.ts"
import { lineOnAppeal } from "../../core/appeals/index.ts"
import { decodeParts, firstDifference, type PartName, rejudge } from "../../core/bench/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical } from "../../core/kernel/Json.ts"
import { open, type Source, save } from "../audit/rejudge/Source.ts"
import { plain } from "../audit/verify/Source.ts"
import { type CliCommand, exitCodes, Failure, type Given, print, style } from "./Cli.ts"

class Altered extends Error {}

const onThePapers: ReadonlyArray<string> = [
  Papers.judge.line,
  ...(["UC", "HC"] as const).map((court) => lineOnAppeal(Papers.judge.line, court)),
]

const checkManifest = ({ bundle }: Source): void => {
  if (sha256Hex(canonical(bundle.manifest)) !== bundle.sha256)
    throw new Altered("The manifest has another hash than the one that is stated beside it.")
}

const readPart = async ({ bundle, part }: Source, name: PartName | "judgment"): Promise<string> => {
  const named = bundle.manifest.parts.find((one) => one.part === name)
  if (named === undefined) throw new Failure(`the manifest names no part "${name}"`)
  const text = await part(named.sha256)
  if (text === null)
    throw new Failure(
      named.kept
        ? `the part "${name}" (${named.sha256}) is missing`
        : `the commit of the judgment had no room for the part "${name}"`,
    )
  if (sha256Hex(text) !== named.sha256)
    throw new Altered(`The part "${name}" has another hash than the manifest says.`)
  print(`  ${style("green", "holds")}  ${name}: ${named.sha256}, ${named.bytes} bytes`)
  return text
}

/** Names the judgments below, whose sealed texts are not in the bundle: whoever reads it compares their hashes with those of the court. */
const printBelow = ({ papers }: ReturnType<typeof decodeParts>): void => {
  for (const { citation, sha256 } of papers.appeal?.below ?? [])
    print(`  ${style("bold", "below")}  ${plain(citation)}: its sealed text has the SHA-256 ${plain(sha256)}`)
}

const computeAgain = (texts: { readonly [P in PartName]: string }): string | null => {
  try {
    const parts = decodeParts(texts)
    printBelow(parts)
    return rejudge(parts, Papers.decisionOf)
  } catch {
    throw new Failure("the parts have a form that this version can't compute from")
  }
}

const compare = async (source: Source): Promise<number> => {
  const { citation, judge, asOf } = source.bundle.manifest
  print(`${style("bold", plain(citation))}, as of ${asOf}. ${plain(judge)}.`)
  checkManifest(source)
  const sealed = await readPart(source, "judgment")
  const texts = {
    figures: await readPart(source, "figures"),
    delivery: await readPart(source, "delivery"),
    deals: await readPart(source, "deals"),
    papers: await readPart(source, "papers"),
  }
  if (!onThePapers.includes(judge))
    throw new Failure(
      `another judge decided ("${plain(judge)}"), and only a judgment on the papers can be computed`,
    )
  const computed = computeAgain(texts)
  if (computed === null) throw new Failure("the matter was filed before PD15 was in force")
  const difference = firstDifference(computed, sealed)
  if (difference !== null) {
    print(style("red", `The judgment differs: ${plain(difference)}`))
    return exitCodes.failed
  }
  print(style("green", `No byte differs: ${Buffer.byteLength(sealed)} bytes, SHA-256 ${sha256Hex(sealed)}.`))
  return exitCodes.done
}

const run = async (given: Given): Promise<number> => {
  const [from = ""] = given.positionals
  try {
    const source = await open(from, given)
    const keep = given.text("save")
    if (keep !== undefined) await save(source, keep)
    return await compare(source)
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
