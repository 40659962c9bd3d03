import * as MemoryStore from "../../adapters/memory/MemoryStore.ts"

export const open = () => MemoryStore.make
