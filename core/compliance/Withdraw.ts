/** The end of the instruction to pay an order that the Register shows as satisfied (PD2 §6G). */
import { withdrawingOn } from "../holds/index.ts"
import { Entries } from "./Entry.ts"

/** A command that also revokes the live instruction whose ground its changes take away. */
export const withdrawing = withdrawingOn(Entries)
