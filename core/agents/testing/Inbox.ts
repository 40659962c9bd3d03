/** The notices of an agent, for tests of the areas that send them. */
import { type Reader, readAll } from "../../kernel/Reader.ts"
import { inboxIndex, Notices } from "../Notice.ts"

/** Every notice that was served on an agent, oldest first. */
export const noticesTo = (reader: Reader, agentId: string) =>
  readAll(reader, Notices, inboxIndex, `${agentId}/`)
