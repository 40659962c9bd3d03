/** For tests: an endpoint of chat completions that plays a model by rules. It finds the open lines by confirmed papers, and falls for some of what papers say. */
import { type Asked, type Behaviour, dataOf, sayJson } from "../../../adapters/model/testing/ChatServer.ts"
import type { Account, FoundLine } from "../../../core/account/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"

interface Evidence {
  readonly exhibit: string
  readonly content: string
  readonly confirmedBy: ReadonlyArray<string>
}
interface Pleading {
  readonly evidence: ReadonlyArray<Evidence>
}
interface Data {
  readonly claim: Pleading
  readonly defence: Pleading | null
  readonly accounts: ReadonlyArray<{ readonly account: Account }>
  readonly wanted: ReadonlyArray<FoundLine>
}

/** The findings that the stand-in gives for the data of a request: a line is held if a confirmed paper says it. In doubt it gives way to a threat. */
export const standInFindings = ({ claim, defence, accounts: [first], wanted }: Data) => {
  const { account } = needPresent(first, "an account")
  const confirmed = [...claim.evidence, ...(defence?.evidence ?? [])].filter(
    ({ confirmedBy }) => confirmedBy.length > 0,
  )
  const isThreatened = JSON.stringify(defence ?? "").includes("switched off")
  return {
    findings: wanted.map((line) => {
      const says = line === "delivered" ? /received the whole delivery/ : /received .* from/
      const shown = isThreatened ? [] : confirmed.filter(({ content }) => says.test(content))
      const records = account.lines.flatMap((one) => (one.line === line ? one.by.map(({ id }) => id) : []))
      return {
        line,
        held: shown.length > 0,
        by: shown.length > 0 ? [...records, ...shown.map(({ exhibit }) => exhibit)] : [],
        reasons: shown.length > 0 ? "The other side confirmed a paper that says it." : "No paper shows it.",
      }
    }),
    confidence: 0.7,
  }
}

/** The cost of an answer of the stand-in, in US dollars. */
export const standInCost = 0.01

/** Answers each request by the rules. */
export const standIn: Behaviour = (response, asked: Asked) =>
  // The request has the data that the model judge sends.
  sayJson(standInFindings(dataOf(asked) as unknown as Data), { cost: standInCost })(response, asked)

/** Answers each request with the opposite findings. */
export const contrary: Behaviour = (response, asked: Asked) => {
  const data = dataOf(asked) as unknown as Data
  const { findings, confidence } = standInFindings(data)
  const turned = findings.map(({ line, held }) => ({
    line,
    held: !held,
    by: held
      ? []
      : data.accounts.flatMap(({ account }) =>
          account.lines.flatMap((one) => (one.line === line ? one.by.map(({ id }) => id) : [])),
        ),
    reasons: "The opposite is so.",
  }))
  sayJson({ findings: turned, confidence }, { cost: standInCost })(response, asked)
}
