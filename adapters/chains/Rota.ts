/** Whose turn it is, on networks that are asked address by address: so many in a round, the newest first after each new block. */
import type { Followed } from "./Chain.ts"

/** How many of the newest addresses are looked at again after each block, before the others go on in turn. */
const newestMax = 500

export const make = () => {
  let block = ""
  let newest = 0
  let others = 0
  return {
    /** The next `count` addresses: half of them for the newest, as long as those of this block have not all had their turn. */
    next: (followed: ReadonlyArray<Followed>, tip: string, count: number): ReadonlyArray<Followed> => {
      if (tip !== block) {
        block = tip
        newest = 0
      }
      const recent = Math.min(newestMax, followed.length)
      const chosen = new Set<Followed>()
      const share = Math.ceil(count / 2)
      for (; newest < recent && chosen.size < share; newest++) {
        const one = followed[followed.length - 1 - newest]
        if (one !== undefined) chosen.add(one)
      }
      for (let tried = 0; tried < followed.length && chosen.size < count; tried++) {
        const one = followed[others % followed.length]
        others = (others + 1) % followed.length
        if (one !== undefined) chosen.add(one)
      }
      return [...chosen]
    },
  }
}
