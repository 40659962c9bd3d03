/** The Register of Compliance, for tests of what judgments and payments lead to. */
import { type Reader, readAll } from "../../kernel/Reader.ts"
import { Entries, registerIndex } from "../Entry.ts"

export const allEntries = (reader: Reader) => readAll(reader, Entries, registerIndex, "")
