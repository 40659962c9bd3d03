/** The reader of a command on the memory store: records that don't fit their schema, and lists of many pages. */
import { Effect, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { put } from "../testing/Put.ts"
import { stage } from "../testing/Stage.ts"
import * as Changed from "./Change.ts"
import * as Kind from "./Kind.ts"
import * as Reader from "./Reader.ts"

const Note = Schema.Struct({ id: Schema.String, text: Schema.String })
const Notes = Kind.make<typeof Note.Type>({ name: "note", schema: Note, id: ({ id }) => id })

/** A reader of a store whose one note has a number in the place of its text. */
const spoilt = async () => {
  const court = stage()
  const body = { id: "a", text: 7 }
  await court.act(put, [{ ...Changed.put(Notes, { id: "a", text: "" }), body }], { role: "public" })
  return Reader.make(court.driver).reader
}

describe("a record that can't be read", () => {
  it("PD17 §1 given a record that does not fit its schema, when it is read, then the defect names the record and the place", async () => {
    const reader = await spoilt()
    await expect(Effect.runPromise(reader.find(Notes, "a"))).rejects.toThrow(/^note\/a: note: .*"text"/s)
  })

  it("PD17 §1 given a kind whose decoder throws an error of another type, when a record is read, then that error is the defect", async () => {
    const reader = await spoilt()
    const failing = {
      ...Notes,
      decode: () => {
        throw new RangeError("this kind can't be decoded")
      },
    }
    await expect(Effect.runPromise(reader.find(failing, "a"))).rejects.toThrow(/^this kind can't be decoded$/)
  })
})

describe("records of three kinds", () => {
  it("PD17 §1 given one of the three, when all are read, then the reader gives it and remembers that the others are absent", async () => {
    const court = stage()
    const [Marks, Signs] = ["mark", "sign"].map((name) =>
      Kind.make<typeof Note.Type>({ name, schema: Note, id: ({ id }) => id }),
    ) as [typeof Notes, typeof Notes]
    await court.act(put, [Changed.put(Notes, { id: "a", text: "t" })], { role: "public" })
    const { reader, versions } = Reader.make(court.driver)
    const found = await Effect.runPromise(reader.findThree([Notes, "a"], [Marks, "a"], [Signs, "b"]))
    expect(found).toEqual([Option.some({ id: "a", text: "t" }), Option.none(), Option.none()])
    expect([...versions.values()]).toEqual([
      { ref: { kind: "note", id: "a" }, version: 1 },
      { ref: { kind: "mark", id: "a" }, version: 0 },
      { ref: { kind: "sign", id: "b" }, version: 0 },
    ])
  })
})

describe("a list that is read as a whole", () => {
  const Listed = Kind.make<typeof Note.Type>({
    name: "listed",
    schema: Note,
    id: ({ id }) => id,
    index: ({ id }) => [{ index: "notes", key: `of/${id}` }],
  })
  /** A court with so many records of one list, and their ids in the order of their keys. */
  const courtWith = async (length: number) => {
    const court = stage()
    const ids = Array.from({ length }, (_, i) => String(i).padStart(3, "0"))
    for (let from = 0; from < ids.length; from += 50) {
      const changes = ids.slice(from, from + 50).map((id) => Changed.put(Listed, { id, text: "" }))
      await court.act(put, changes, { role: "public" })
    }
    return { court, ids }
  }

  it("PD17 §1 given more records than a page holds, then the reader gives all of them, in the order of their keys", async () => {
    const { court, ids } = await courtWith(250)
    const read = await court.read((reader) => Reader.readAll(reader, Listed, "notes", "of/"))
    expect(read.map(({ id }) => id)).toEqual(ids)
    expect(
      await court.read((reader) => Reader.readAll(reader, Listed, "notes", "of/", "of/247")),
    ).toHaveLength(2)
  })

  it("PD17 §1 given records that are listed to be checked, then the reader remembers each of them, over all pages, and those of another list not", async () => {
    const { court, ids } = await courtWith(201)
    // given a record that has changed since
    await court.act(put, [Changed.putLatest(Listed, { id: "200", text: "second" })], { role: "public" })
    const plain = Reader.make(court.driver)
    await Effect.runPromise(Reader.readAll(plain.reader, Listed, "notes", "of/"))
    expect([...plain.versions]).toEqual([])
    // when
    const { reader, versions } = Reader.make(court.driver)
    const read = await Effect.runPromise(Reader.readAllChecked(reader, Listed, "notes", "of/"))
    // then
    expect(read.map(({ id }) => id)).toEqual(ids)
    expect([...versions.values()]).toEqual(
      ids.map((id) => ({ ref: { kind: "listed", id }, version: id === "200" ? 2 : 1 })),
    )
  })
})
