/** Computes a judgment on the papers again from what its judge read, and compares it byte for byte with the sealed one. */
import { Papers } from "../../../adapters/judge/index.ts"
import { Appeal } from "../../../core/appeals/index.ts"
import { decodeParts, firstDifference, type PartName, rejudge } from "../../../core/bench/index.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { canonical } from "../../../core/kernel/Json.ts"
import { Failure, print, style } from "../../terminal/Terminal.ts"
import { plain } from "../verify/Source.ts"
import type { Source } from "./Source.ts"

/** Something has another hash than is stated beside it. */
export class Altered extends Error {}

const onThePapers: ReadonlyArray<string> = [
  Papers.judge.line,
  ...(["UC", "HC"] as const).map((court) => Appeal.lineOnAppeal(Papers.judge.line, court)),
]

const checkManifest = ({ bundle }: Source): void => {
  if (sha256Hex(canonical(bundle.manifest)) !== bundle.sha256)
    throw new Altered("The manifest has another hash than the hash stated beside it.")
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

/**
 * Computes the judgment of a source again, and prints how it compares. Gives whether no byte differs. Throws `Altered`, or a `Failure` if it
 * can't be computed.
 */
export const compareJudgment = async (source: Source): Promise<boolean> => {
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
    return false
  }
  print(style("green", `No byte differs: ${Buffer.byteLength(sealed)} bytes, SHA-256 ${sha256Hex(sealed)}.`))
  return true
}
