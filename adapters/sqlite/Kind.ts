import { Effect, Either, Layer } from "effect"
import type { Kind } from "../store/Kind.ts"
import { loadStore } from "../store/Loading.ts"

const loaded = loadStore("the SQLite store", "better-sqlite3", () => import("./index.ts"))

export const kind: Kind = {
  title: "SQLite",
  usage: "sqlite:<file>",
  system: "sqlite",
  lasts: true,
  begins: /^sqlite:./,
  read: (text) => Either.right(text.slice("sqlite:".length)),
  name: (file) => `SQLite, ${file}`,
  file: (file) => file,
  open: ({ at: file }) =>
    Layer.unwrapEffect(Effect.map(loaded, ({ SqliteStore }) => SqliteStore.layer({ file }))),
  inspect: (file) => Effect.flatMap(loaded, ({ SqliteInspection }) => SqliteInspection.make(file)),
  backup: {
    tools: () => import("../sql/File.ts"),
    facts: "store",
    otherwise: () => [],
    taking: "For a court on SQLite it copies the file.",
    restoring: "For a court on SQLite it restores the file.",
  },
  meanings: {
    SQLITE_NOTADB: "the file is not a SQLite database",
    SQLITE_CORRUPT: "the file is damaged; restore it from a copy",
    SQLITE_CANTOPEN: "it can't be opened as a file",
    SQLITE_READONLY: "this account may only read the file or its folder, and a court writes both",
    SQLITE_BUSY: "another program has locked the file",
    SQLITE_FULL: "its disk is full",
    SPOILED:
      "another program cut or overwrote its file or its log, so nothing is read or recorded until the court is started again; keep a copy of the files first",
  },
  sayings: [[/file is not a database/, "the file is not a SQLite database"]],
}
