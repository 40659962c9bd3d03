import * as MemoryStore from "../../core/store/MemoryStore.ts"

export const open = () => MemoryStore.make
