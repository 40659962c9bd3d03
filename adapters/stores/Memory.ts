/** The memory of the process as a kind of store. */
import { Either } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import type { Kind } from "../store/Kind.ts"

export const kind: Kind = {
  title: "memory",
  usage: "memory:",
  system: "memory",
  lasts: false,
  begins: /^memory:$/,
  read: () => Either.right(""),
  name: () => "memory; nothing is kept after the stop",
  file: () => null,
  open: () => MemoryStore.layer,
  inspect: {
    says: "it is in memory, and is lost when its court stops",
    todo: "a court whose records must last needs another store (COURT_STORE)",
  },
  backup: null,
  meanings: {},
  sayings: [],
}
