/** The Register of Judgments, for tests of what its judgments lead to. */
import { type Reader, readAll } from "../../kernel/Reader.ts"
import { deliveredIndex, Judgments } from "../Judgment.ts"

export const allJudgments = (reader: Reader) => readAll(reader, Judgments, deliveredIndex, "")
