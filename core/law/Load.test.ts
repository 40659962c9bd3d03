/** The single commands that load the library, on the memory store. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { LibraryArticles, LibraryResearches } from "./Library.ts"
import { loadInstrument, loadPart, loadResearch, retirePart } from "./Load.ts"
import * as Loadable from "./Loadable.ts"
import { Sources } from "./Tender.ts"

const treaty = (text: string): Loadable.Instrument => ({
  type: "instrument",
  id: "treaty",
  title: "Treaty on Examples",
  shortTitle: "Example Treaty",
  category: "treaty",
  area: "Sale of goods",
  names: ["9 XTS 9"],
  edition: { name: "As made up", language: "en", source: "This test" },
  articles: [{ article: "1", text }],
})
const note: Loadable.Research = {
  type: "commentary",
  id: "note",
  title: "On good faith",
  summary: "Short.",
  source: "This test",
}

const opened = async (...loaded: ReadonlyArray<Loadable.Instrument>) => {
  const court = stage()
  const load = async (of: Loadable.Instrument) => {
    await court.act(loadPart, Loadable.articlesOf(of), registrar)
    return court.act(loadInstrument, of, registrar)
  }
  for (const one of loaded) await load(one)
  return { ...court, load }
}

describe("loading an instrument", () => {
  it("PD17 §3 given the edition that is current already, then nothing is written", async () => {
    const court = await opened(treaty("In good faith."))
    const before = (await court.events()).length
    expect(await court.load(treaty("In good faith."))).toEqual({ loaded: "unchanged", replaced: null })
    expect(await court.events()).toHaveLength(before)
  })

  it("PD17 §3 given another edition, then the reply names the edition that it replaced, and its sources have the area", async () => {
    const first = treaty("In good faith.")
    const court = await opened(first)
    expect(await court.load(treaty("In bad faith."))).toEqual({
      loaded: "changed",
      replaced: Loadable.editionOf(first),
    })
    const { items } = await court.read((reader) =>
      reader.list(Sources, { index: "sources.citation", prefix: "", after: null, limit: 9 }),
    )
    expect(items).not.toEqual([])
    for (const source of items) expect(source).toMatchObject({ area: "Sale of goods", instrument: "treaty" })
  })

  it("PD17 §3 the articles of a current edition keep their text, and those of a replaced one lose it", async () => {
    const [first, second] = [treaty("In good faith."), treaty("In bad faith.")]
    const court = await opened(first)
    const retire = (of: Loadable.Instrument) =>
      court.act(retirePart, { instrumentId: "treaty", edition: Loadable.editionOf(of) }, registrar)
    const textOf = async (of: Loadable.Instrument) => {
      const id = LibraryArticles.id(needPresent(Loadable.articlesOf(of)[1], "the first article"))
      return Option.getOrThrow(await court.read((reader) => reader.find(LibraryArticles, id))).text
    }
    expect(await retire(first)).toEqual({ left: false })
    expect(await textOf(first)).toBe("In good faith.")
    await court.load(second)
    expect(await retire(first)).toEqual({ left: false })
    expect([await textOf(first), await textOf(second)]).toEqual(["", "In bad faith."])
  })
})

describe("loading research", () => {
  it("PD17 §3 given the record that is there already, then nothing is written; given other content under its id, then it is replaced", async () => {
    const court = await opened()
    const counted = () => court.read((reader) => reader.tallies(["library/commentary", "library/cases"]))
    expect(await court.act(loadResearch, note, registrar)).toEqual({ loaded: "new" })
    const before = (await court.events()).length
    expect(await court.act(loadResearch, note, registrar)).toEqual({ loaded: "unchanged" })
    expect(await court.events()).toHaveLength(before)
    expect(await court.act(loadResearch, { ...note, summary: "Longer." }, registrar)).toEqual({
      loaded: "changed",
    })
    expect(await counted()).toEqual([1, 0])
    const read = await court.read((reader) => reader.find(LibraryResearches, "note"))
    expect(Option.map(read, ({ summary }) => summary)).toEqual(Option.some("Longer."))
  })
})
