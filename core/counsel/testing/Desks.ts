/** Desks of counsel, for tests of what counsel's work costs elsewhere. */
import * as Changed from "../../kernel/Change.ts"
import { bounds } from "../../kernel/Schedule.ts"
import { start } from "../../testing/Context.ts"
import { Desks, newDesk, takeDesk } from "../Desk.ts"

export const deskAtWork = (agentId: string, briefId: string) =>
  Changed.put(Desks, takeDesk(newDesk(agentId), briefId, start, bounds))
