/** How the report shows numbers and the author's words. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { findings } from "./Findings.ts"
import { reportOf } from "./Report.ts"
import { read } from "./Study.ts"
import { digests, smallScenario } from "./testing/Digests.ts"

const described = smallScenario().replace(
  "description: Two kinds of agents.",
  "description: |\n  First line,\n  the same paragraph.\n\n  Another one.",
)
const study = Either.getOrThrow(
  read("s.yaml", described, { set: [], runs: undefined }, () => Either.left("no file")),
)
const made = digests(study)
const finished = made.map(({ run }) => run)
const state = { study, fingerprint: "f", finished, failed: [], files: {}, dataSets: {}, complete: true }
const report = reportOf(findings(study, made), state, [])

describe("the report", () => {
  it("names the unit of a measure whose title doesn't", () => {
    expect(report).toContain("<th>Restricted mean time to satisfaction that stands (hours)</th>")
    expect(report).toContain("<th>Paid, of what was ordered</th>")
  })

  it("gives a value as many decimals as two figures of the half of its interval, and both ends the same", () => {
    const cells = [...report.matchAll(/<td>[+−]?[\d.]+ ?(?:%|pp)? <small>\[([^\]]+)\]/g)]
    expect(cells.length).toBeGreaterThan(4)
    for (const [, interval = ""] of cells) {
      const [low = "", high = ""] = interval.split(", ").map((end) => end.replace(/[^\d.−]/g, ""))
      const decimals = (text: string) => (text.split(".")[1] ?? "").length
      expect(decimals(low)).toBe(decimals(high))
    }
    expect(report).not.toMatch(/−0(?:\.0+)?[^\d.]/)
  })

  it("counts the differences that Holm's method adjusts, and no others", () => {
    const adjusted = report.match(/<small>adjusted \[/g)?.length
    expect(adjusted).toBeGreaterThan(0)
    expect(report).toContain(`for ${adjusted} differences together`)
  })

  it("gives the command that repeats the study: the runs of each condition, and the modules with their hashes", () => {
    expect(report).toContain("<code>agent-court simulate scenario.json --runs 2</code>")
    const strategies = { file: "mine.ts", url: "file:///mine.ts", sha256: "5a", given: {} }
    const one = { ...study, seeds: [1], strategies }
    const other = reportOf(findings(one, []), { ...state, study: one, finished: [] }, [])
    expect(other).toContain("scenario.json --runs 1 --strategies file.ts</code>")
    expect(other).toContain("The file of --strategies has the SHA-256 5a.")
  })

  it("sets the author's words as paragraphs, whatever their lines", () => {
    expect(report).toContain(
      '<p class="lead">First line,\nthe same paragraph.</p>\n<p class="lead">Another one.</p>',
    )
  })

  it("shows whatever an author wrote as text", () => {
    const words = '<img src=x onerror="alert(1)">'
    const hostile = { ...study, experiment: { ...study.experiment, title: words } }
    const shown = reportOf(findings(hostile, made), { ...state, study: hostile }, [])
    expect(shown).not.toContain("<img")
    expect(shown).toContain("<h1>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</h1>")
  })
})
