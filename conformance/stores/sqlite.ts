/** The SQLite store as a module for the kit. */
import { inFolder } from "./Own.ts"

export const { create, open, destroy } = inFolder("sqlite")
