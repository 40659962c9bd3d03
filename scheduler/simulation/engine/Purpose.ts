/**
 * What a draw is for: the counter under which it is drawn. An agent's draws go by its arrivals, a matter's by how often it came to the
 * same thing. A purpose once given keeps its number, or the same seed gives another run.
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
  strategy: 64,
} as const
