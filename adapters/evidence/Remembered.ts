/** What was found for a text before, for work that takes longer than a signature. So many texts are remembered, and then none. */
const textsMax = 1_000

/** Calls `find` once for a text, as long as it is remembered. Texts must be bounded by the caller. */
export const rememberByText = <A>() => {
  const all = new Map<string, A>()
  return (text: string, find: () => A): A => {
    const known = all.get(text)
    if (known !== undefined) return known
    const found = find()
    if (all.size >= textsMax) all.clear()
    all.set(text, found)
    return found
  }
}
