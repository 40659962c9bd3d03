/** The table of what was measured on an empty court and on a full one. */

export interface Row {
  readonly what: string
  readonly empty: number
  readonly full: number
  /** Whether more is better, less is better, or it grows as it must. */
  readonly better: "more" | "less" | "size"
}

export const rowOf = (what: string, [empty, full]: ReadonlyArray<number>, better: Row["better"]): Row => ({
  what,
  empty: empty ?? Number.NaN,
  full: full ?? Number.NaN,
  better,
})

const figure = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

const line = ({ what, empty, full, better }: Row): string =>
  `| ${what} | ${figure(empty)} | ${figure(full)} | ${better === "size" ? "" : (full / empty).toFixed(2)} |`

export const table = (store: string, dealings: number, rows: ReadonlyArray<Row>): string =>
  [
    `| ${store} | empty | ${dealings.toLocaleString("en")} dealings | full / empty |`,
    "|---|---|---|---|",
    ...rows.map(line),
  ].join("\n")
