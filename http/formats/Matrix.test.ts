/** One dispute, many doors: the same breach by each protocol, the same answer, and that answer in each form. */
import { readFile } from "node:fs/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { doors } from "../testing/matrix/Doors.ts"
import { forms } from "../testing/matrix/Forms.ts"
import { type Answer, answerOf, type Judged, openShop, type Shop } from "../testing/matrix/Shop.ts"

describe("one dispute by every door", () => {
  let shop: Shop
  const judged = new Map<string, { readonly by: Judged; readonly answer: Answer }>()
  beforeAll(async () => {
    shop = await openShop()
    for (const { name, enter } of doors) {
      const by = await enter(shop)
      judged.set(name, { by, answer: await answerOf(shop, by) })
    }
  }, 120_000)
  afterAll(async () => {
    await shop?.chain.anvil.stop()
    await shop?.court.stop()
  })

  const came = (door: string) => needPresent(judged.get(door), `the judgment by ${door}`)

  it.each(doors.map(({ name }) => [name] as const))(
    "PD15 §11 given the breach by %s, then the price is found, nothing is earned of it, and the whole price goes back",
    (door) => {
      const { price, earned, missing, back } = came(door).answer
      expect({ price, earned, missing, back }).toEqual({
        price: 150,
        earned: 0,
        missing: "not_found",
        back: 150,
      })
    },
  )

  it.each(doors.map(({ name, formats }) => [name, formats] as const))(
    "Rule 4.11 given the breach by %s, then the court reads its papers as %j, and every signature holds",
    (door, formats) => {
      const { papers } = came(door).by
      expect(papers.map(({ verified }) => verified?.format)).toEqual(formats)
      const checks = papers.flatMap(({ verified }) => verified?.checks ?? [])
      // Keys that no agent has proven bind no party, and parts that nobody signed are only told: both are said in checks of their own.
      const told = (check: string) => check === "not_made" || check.includes("authority")
      const failed = checks.filter(({ check, holds }) => !holds && !told(check))
      expect(failed).toEqual([])
    },
  )

  it.each(doors.flatMap((door) => forms.map((form) => [door.name, form.name, form] as const)))(
    "PD17 §1 given the breach by %s, then the %s verifies and says the same",
    async (door, _name, form) => {
      const { by, answer } = came(door)
      const read = await form.read(shop, by.citation)
      expect(answer).toMatchObject(read)
      expect(read.sha256).toBe(answer.sha256)
    },
  )

  it("PD17 §1 the page has each door and each form, and no other", async () => {
    const page = await readFile(new URL("../docs/formats.md", import.meta.url), "utf8")
    const [, after = ""] = page.split("## Any door, the same answer")
    const [section = ""] = after.split("\n## ")
    const [head = "", , ...rows] = section.split("\n").filter((line) => line.startsWith("|"))
    const cells = (row: string) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
    expect(cells(head).slice(1)).toEqual(forms.map(({ name }) => name))
    expect(rows.map(cells)).toEqual(doors.map(({ name }) => [name, ...forms.map(() => "same")]))
  })
})
