/**
 * A counter-based random generator without state: Threefry-2x32 with 20 rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers, as
 * easy as 1, 2, 3; 2011). A draw is a function of a key and a counter, made of 32-bit additions, rotations and exclusive ors, so it is the
 * same on every machine. Every agent has its own key, and every matter a key derived from its claimant's. So another agent or another
 * draw does not change the draws of the rest.
 */

const out = new Uint32Array(2)

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by))

/** Enciphers a counter under a key into `out`: twenty rounds, the key added after every fourth. */
const encipher = (givenKey0: number, givenKey1: number, counter0: number, counter1: number): void => {
  // Made signed first: engines add unsigned 32-bit words in floating point, which is slower.
  const key0 = givenKey0 | 0
  const key1 = givenKey1 | 0
  const key2 = 0x1bd11bda ^ key0 ^ key1
  let x = ((counter0 | 0) + key0) | 0
  let y = ((counter1 | 0) + key1) | 0
  x = (x + y) | 0
  y = rotate(y, 13) ^ x
  x = (x + y) | 0
  y = rotate(y, 15) ^ x
  x = (x + y) | 0
  y = rotate(y, 26) ^ x
  x = (x + y) | 0
  y = rotate(y, 6) ^ x
  x = (x + key1) | 0
  y = (y + key2 + 1) | 0
  x = (x + y) | 0
  y = rotate(y, 17) ^ x
  x = (x + y) | 0
  y = rotate(y, 29) ^ x
  x = (x + y) | 0
  y = rotate(y, 16) ^ x
  x = (x + y) | 0
  y = rotate(y, 24) ^ x
  x = (x + key2) | 0
  y = (y + key0 + 2) | 0
  x = (x + y) | 0
  y = rotate(y, 13) ^ x
  x = (x + y) | 0
  y = rotate(y, 15) ^ x
  x = (x + y) | 0
  y = rotate(y, 26) ^ x
  x = (x + y) | 0
  y = rotate(y, 6) ^ x
  x = (x + key0) | 0
  y = (y + key1 + 3) | 0
  x = (x + y) | 0
  y = rotate(y, 17) ^ x
  x = (x + y) | 0
  y = rotate(y, 29) ^ x
  x = (x + y) | 0
  y = rotate(y, 16) ^ x
  x = (x + y) | 0
  y = rotate(y, 24) ^ x
  x = (x + key1) | 0
  y = (y + key2 + 4) | 0
  x = (x + y) | 0
  y = rotate(y, 13) ^ x
  x = (x + y) | 0
  y = rotate(y, 15) ^ x
  x = (x + y) | 0
  y = rotate(y, 26) ^ x
  x = (x + y) | 0
  y = rotate(y, 6) ^ x
  x = (x + key2) | 0
  y = (y + key0 + 5) | 0
  out[0] = x
  out[1] = y
}

/** The two 32-bit words of a key and a counter. Allocates its result, so it is for tests and rare draws. */
export const words = (
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): readonly [number, number] => {
  encipher(key0, key1, counter0, counter1)
  return [out[0] ?? 0, out[1] ?? 0]
}

/** A number in [0, 1) of 53 random bits. */
export const uniform = (key0: number, key1: number, counter0: number, counter1: number): number => {
  encipher(key0, key1, counter0, counter1)
  return (((out[0] ?? 0) >>> 5) * 67_108_864 + ((out[1] ?? 0) >>> 6)) / 9_007_199_254_740_992
}

/** Derives a key from another by a counter, and writes its two words to `key`. */
export const deriveKey = (
  key: Uint32Array,
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): void => {
  encipher(key0, key1, counter0, counter1)
  key[0] = out[0] ?? 0
  key[1] = out[1] ?? 0
}

/**
 * A uniformly random index below `count`. If `count` grows, a choice changes only if it falls on a new index (the jump hash of Lamping
 * and Veach, 2014). So new agents get their share of the dealings, and all other dealings stay the same.
 */
export const place = (
  count: number,
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
): number => {
  encipher(key0, key1, counter0, counter1)
  let state = out[0] ?? 0
  let chosen = 0
  let next = 0
  while (next < count) {
    chosen = next
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    const share = (((mixed ^ (mixed >>> 15)) >>> 0) + 1) / 4_294_967_296
    next = Math.floor((chosen + 1) / share)
  }
  return chosen
}

/**
 * The purposes of draws, one word of the counter. The other word is the number of the agent's arrival, or how often the matter has drawn
 * for this purpose. A purpose must keep its number, or the same seed gives another run.
 */
export const Purpose = {
  gap: 1,
  partner: 2,
  shun: 3,
  broken: 4,
  sue: 5,
  value: 6,
  matter: 7,
  defend: 8,
  decisionHours: 9,
  error: 10,
  kind: 11,
  orderHours: 12,
  behaviour: 13,
  chain: 14,
  confirmation: 15,
  confirm: 16,
  confirmHours: 17,
  dispute: 18,
  disputeHours: 19,
  registrarHours: 20,
  registrarError: 21,
  pending: 22,
  appealHours: 23,
  appealError: 24,
  counterclaim: 25,
  enters: 26,
  stays: 27,
  replaced: 28,
  renames: 29,
  renameHours: 30,
  nextKey: 31,
  newcomerKey: 32,
  opens: 33,
  strategy: 64,
  /** Those of a strategy of one's own begin here: so many for each choice. */
  own: 65_536,
} as const
