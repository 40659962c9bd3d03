/** The data of the study in Parquet: a row for each point, with its market and what came of each design. */
import { writeFileSync } from "node:fs"
import { parquetWriteBuffer } from "hyparquet-writer"
import { read } from "../Entries.ts"
import { type Design, designNames, type Market, type UnknownName, unknownNames } from "./Model.ts"
import type { Found, Outcome } from "./Points.ts"

const figures = ["temptation", "sellers", "buyers", "surplus"] as const
const names = ["seller", "buyer"] as const

const columnOf = (design: Design, of: keyof Outcome): string => `${design}.${of}`

export const bytesOf = (found: ReadonlyArray<Found>): Uint8Array => {
  const whole = (name: "row" | "place") => ({
    name,
    type: "INT32" as const,
    data: Int32Array.from(found, (one) => one[name]),
  })
  const number = (name: string, of: (one: Found) => number) => ({
    name,
    type: "DOUBLE" as const,
    encoding: "BYTE_STREAM_SPLIT" as const,
    data: Float64Array.from(found, of),
  })
  return new Uint8Array(
    parquetWriteBuffer({
      statistics: false,
      columnData: [
        whole("row"),
        whole("place"),
        ...unknownNames.map((name) => number(name, ({ market }) => market[name])),
        ...designNames.flatMap((design) => [
          ...figures.map((of) => number(columnOf(design, of), ({ outcomes }) => outcomes[design][of])),
          ...names.map((of) => ({
            name: columnOf(design, of),
            type: "STRING" as const,
            data: found.map(({ outcomes }) => outcomes[design][of]),
          })),
        ]),
      ],
    }),
  )
}

export const writeData = (path: string, found: ReadonlyArray<Found>): void =>
  writeFileSync(path, bytesOf(found))

/** The points of a file of data, in order. */
export const readData = async (path: string): Promise<ReadonlyArray<Found>> => {
  const all: Array<Found> = []
  for await (const { length, columns } of read(path)) {
    const numberAt = (name: string, i: number) => Number(columns[name]?.[i])
    for (let i = 0; i < length; i++) {
      const market: Partial<Record<UnknownName, number>> = {}
      for (const name of unknownNames) market[name] = numberAt(name, i)
      const outcomes: Partial<Record<Design, Outcome>> = {}
      for (const design of designNames) {
        const figure = (of: keyof Outcome) => numberAt(columnOf(design, of), i)
        const text = (of: keyof Outcome) => String(columns[columnOf(design, of)]?.[i])
        outcomes[design] = {
          temptation: figure("temptation"),
          sellers: figure("sellers"),
          buyers: figure("buyers"),
          surplus: figure("surplus"),
          seller: text("seller"),
          buyer: text("buyer"),
        }
      }
      all.push({
        row: numberAt("row", i),
        place: numberAt("place", i),
        market: market as Market, // every name has its value
        outcomes: outcomes as Found["outcomes"], // every design has its outcome
      })
    }
  }
  return all
}
