import { inFolder } from "./Own.ts"

export const { create, open, destroy } = inFolder("sqlite")
