/** What an event is. The number under which it is queued is 16 times the agent's, the listed dealing's or the matter's, and this. */
export const EventKind = {
  arrival: 0,
  listed: 1,
  judgment: 2,
  deadline: 3,
  bound: 4,
  favoured: 5,
  registrar: 6,
  appealEnd: 7,
  proof: 8,
} as const

export const itemOf = (subject: number, kind: number): number => subject * 16 + kind
export const kindOf = (item: number): number => item & 15
export const subjectOf = (item: number): number => item >>> 4
