/** Which assertions were used, until they expire: the same one serves once in a process. */

const usedMax = 10_000

/** Gives whether an assertion is used for the first time, or null if no more can be remembered. */
export const once = () => {
  const used = new Map<string, number>()
  return (name: string, untilMs: number, nowMs: number): boolean | null => {
    if (used.size >= usedMax) for (const [one, until] of used) if (until <= nowMs) used.delete(one)
    const until = used.get(name)
    if (until !== undefined && until > nowMs) return false
    if (used.size >= usedMax) return null
    used.set(name, untilMs)
    return true
  }
}
