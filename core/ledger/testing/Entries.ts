/** The ledger, for tests of what is charged elsewhere. */
import { type Reader, readAll } from "../../kernel/Reader.ts"
import { accountIndex, LedgerEntries } from "../Account.ts"

export const allLedgerEntries = (reader: Reader) => readAll(reader, LedgerEntries, accountIndex, "")
