/**
 * Accomplices who farm reputation. Until they have enough points, they deal with one another alone, break these dealings, sue over a cent
 * and pay at once: each honoured order gives a point (PD11 §10). Then they deal with everybody, break what they can and pay nothing.
 *
 *   agent-court simulate scheduler/laboratory/examples/colluders.yaml --strategies scheduler/laboratory/examples/colluders.ts
 */
import type { Strategies } from "../engine/Strategy.ts"

const hour = 3_600_000

export const strategies: Strategies = {
  colluder: {
    partner: ({ agent, peers, drawn, reputation, parameters: { points = 5 } }) => {
      if (reputation >= points) return drawn
      const mine = peers.indexOf(agent)
      // Pairs: the first with the second, the third with the fourth.
      return peers[mine ^ 1] ?? drawn
    },
    break: ({ other, role }) => (other.isPeer ? role === "partner" : true),
    sue: ({ other, suffered }) => (other.isPeer ? suffered && 1 : false),
    defend: () => false,
    comply: ({ why, other, now }) =>
      other.isPeer && why === "opened" ? { act: "honour", at: now + hour } : null,
    answer: ({ other }) => (other.isPeer ? { act: "confirm", afterHours: 1 } : null),
  },
}
