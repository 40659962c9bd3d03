/** What a record may go through, in one form whatever its table of moves looks like. */

export interface Row {
  /** `none`: before there is a record. */
  readonly from: ReadonlyArray<string>
  readonly act: string
  readonly who: ReadonlyArray<string>
  /** Every status in which it may end; empty where the status stays as it is. */
  readonly to: ReadonlyArray<string>
  /** Who is told, where the table says so. */
  readonly serves: ReadonlyArray<string>
  readonly sections: ReadonlyArray<string>
}

/** An act; the status in which it ends, where it may end in several; who does it, where it is not the first who may. */
export type Step = string | readonly [act: string, to: string, who?: string]

export interface Story {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}

export interface Machine {
  /** The file in this folder, without its ending. */
  readonly name: string
  readonly title: string
  /** A sentence or two for the reader. */
  readonly words: string
  /** Where the table stands, from the root. */
  readonly table: string
  readonly rows: ReadonlyArray<Row>
  readonly stories: ReadonlyArray<Story>
}

interface Rows {
  readonly from: ReadonlyArray<string>
  readonly act: string
  readonly who: ReadonlyArray<string>
  readonly to: string
  readonly sections: ReadonlyArray<string>
}
/** Rows of a table whose area gives them in the order of the rules. */
export const ofRows = (rows: ReadonlyArray<Rows>): ReadonlyArray<Row> =>
  rows.map(({ from, act, who, to, sections }) => ({
    from,
    act,
    who,
    to: to === "same" ? [] : [to],
    serves: [],
    sections,
  }))

interface Acts {
  readonly [act: string]: {
    readonly who: ReadonlyArray<string>
    readonly moves: ReadonlyArray<{
      readonly from: ReadonlyArray<string>
      readonly to: string
      readonly serves: ReadonlyArray<string>
      readonly sections: ReadonlyArray<string>
    }>
  }
}
/** Rows of a table by acts; `found` are the statuses among which whoever decides finds. */
export const ofActs = (acts: Acts, found: ReadonlyArray<string>): ReadonlyArray<Row> =>
  Object.entries(acts).flatMap(([act, { who, moves }]) =>
    moves.map(({ from, to, serves, sections }) => ({
      from,
      act,
      who,
      to: to === "found" ? found : to === "same" ? [] : [to],
      serves,
      sections,
    })),
  )
