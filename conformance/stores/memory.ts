/** The store in memory as a module for the kit. */
import * as MemoryStore from "../../core/store/MemoryStore.ts"

export const open = () => MemoryStore.make
