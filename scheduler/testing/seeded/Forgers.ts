/** Mutants of the log: integrators that leave the journal, and a journal that leaves what the log has published. */
import { Effect } from "effect"
import { Records } from "../../../core/log/index.ts"
import type { Driver, Journalled } from "../../../core/store/Store.ts"
import type { Mutant } from "./Mutant.ts"

/** A store whose journal gives other events on some pages. */
const misreading =
  (otherwise: (items: ReadonlyArray<Journalled>) => ReadonlyArray<Journalled>) =>
  (store: Driver): Driver => ({
    ...store,
    journal: (query) =>
      Effect.map(store.journal(query), ({ items, next }) => ({ items: otherwise(items), next })),
  })

export const forgers: ReadonlyArray<Mutant> = [
  {
    breaks: "leaves events out of its log",
    foundAs: ["the log is the tree of the journal"],
    log: misreading((items) => (items.length > 3 ? items.slice(1) : items)),
  },
  {
    breaks: "swaps two events in its log",
    foundAs: ["the log is the tree of the journal"],
    log: misreading((items) => {
      const [first, second, ...rest] = items
      return first === undefined || second === undefined
        ? items
        : [{ ...second, cursor: first.cursor }, { ...first, cursor: second.cursor }, ...rest]
    }),
  },
  {
    breaks: "publishes another past in its log",
    foundAs: ["every checkpoint is consistent with those after it"],
    log: (store) => ({
      ...store,
      read: (refs) =>
        Effect.map(store.read(refs), (found) =>
          found.map((one) => {
            if (one === null || one.ref.kind !== Records.LogTiles.name) return one
            const tile = Records.LogTiles.decode(one.body)
            return {
              ...one,
              body: Records.LogTiles.encode({ ...tile, hashes: tile.hashes.replace(/^./, "x") }),
            }
          }),
        ),
    }),
  },
  {
    breaks: "backdates an event that its log has published",
    foundAs: ["the tiles have every event in its place"],
    store: (store) => {
      let commits = 0
      const backdate = misreading((items) =>
        items.map((item, i) => (i === 0 ? { ...item, at: item.at - 1 } : item)),
      )(store)
      // The journal is read from its beginning when somebody checks it.
      const isCheck: (query: Parameters<Driver["journal"]>[0]) => boolean = ({ subject, after }) =>
        commits > 100 && subject === null && after === null
      return {
        ...store,
        commit: (set) => {
          commits++
          return store.commit(set)
        },
        journal: (query) => (isCheck(query) ? backdate : store).journal(query),
      }
    },
  },
]
