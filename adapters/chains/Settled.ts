/** Transfers that a reader has dealt with lately. Forgetting one costs a look at the store, and nothing else. */
const keptMax = 20_000

export const make = () => {
  const kept = new Set<string>()
  return {
    has: (id: string): boolean => kept.has(id),
    add: (id: string): void => {
      if (kept.size >= keptMax) kept.clear()
      kept.add(id)
    },
    clear: (): void => kept.clear(),
  }
}
