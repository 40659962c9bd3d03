/** A small scenario with an experiment of two conditions on two seeds. */
export const smallScenario = (more: string = ""): string => `name: small
description: Two kinds of agents.
horizon: { days: 20 }
agents: 40
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }
experiment:
  grid: { populations.careless.share: [0.1, 0.4] }
  replicates: 2
${more}`
