/** The templates of criteria: each is let through, and tells its good delivery from its bad one. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Criteria, evaluate, explain, fuelMax, read } from "../../core/criteria/index.ts"

const folder = join(import.meta.dirname, "criteria")
const names = globSync("*/criteria.json", { cwd: folder }).map(dirname).sort()

const criteriaOf = (name: string): Criteria => {
  const found = read(readFileSync(join(folder, name, "criteria.json")))
  if ("problems" in found) throw new Error(`${name}: ${JSON.stringify(found.problems)}`)
  return found.criteria
}
const deliveryOf = (name: string, kind: "good" | "bad"): Uint8Array => {
  const [file] = globSync(`${kind}.*`, { cwd: join(folder, name) })
  return readFileSync(join(folder, name, file ?? kind))
}

/** The statements of an attester about the deliveries, if an attester is asked. */
const attested = [{ check: "tests-pass", outcome: "met" }] as const

/** The checks that the bad delivery of each template leaves unmet. */
const unmet: Readonly<Record<string, ReadonlyArray<string>>> = {
  "api-answer": ["shape", "page", "some"],
  code: ["text", "licence", "documented"],
  "data-set": ["shape", "ids", "complete"],
  image: ["same"],
  invoice: ["shape", "net"],
  leads: ["shape", "once"],
  log: ["no-other-line", "no-secrets", "whole-day"],
  meter: ["once", "total", "plausible"],
  report: ["sections", "length", "no-filler", "sources"],
  translation: ["all-segments", "no-gaps", "names-kept"],
}

describe("the templates of criteria", () => {
  it("there are ten, and the page names each of them", () => {
    expect(names).toEqual(Object.keys(unmet).sort())
    const page = readFileSync(join(import.meta.dirname, "criteria.md"), "utf8")
    expect(names.filter((name) => !page.includes(`(criteria/${name}/criteria.json)`))).toEqual([])
  })

  it.each(names)("%s is satisfied by its good delivery, and its checks are affordable", (name) => {
    const criteria = criteriaOf(name)
    expect(evaluate(criteria, deliveryOf(name, "good"), attested)).toMatchObject({
      verdict: "satisfied",
      reductionMillionths: 0,
    })
    for (const { stepsMax } of explain(criteria)) expect(stepsMax).toBeLessThanOrEqual(fuelMax)
  })

  it.each(names)("%s says what is wrong with its bad delivery", (name) => {
    const { verdict, outcomes } = evaluate(criteriaOf(name), deliveryOf(name, "bad"), attested)
    expect(verdict).toBe("not_satisfied")
    expect(outcomes.flatMap(({ id, outcome }) => (outcome === "unmet" ? [id] : []))).toEqual(unmet[name])
  })

  it("the files of every template are named alike", () => {
    for (const name of names) {
      const files = globSync("*", { cwd: join(folder, name) }).map((file) =>
        basename(file).replace(/\..*/, ""),
      )
      expect(files.sort()).toEqual(["bad", "criteria", "good"])
      expect(existsSync(join(folder, name, "criteria.json"))).toBe(true)
    }
  })
})
