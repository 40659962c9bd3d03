import { groundOf } from "./Ground.ts"

const ground = groundOf("content")
const groundOfState = groundOf("state")

/** A rule does not allow the key, its name or its signature. In order of precedence. */
export const keyContent = {
  key_malformed: ground<{ why: string }>(
    ["PD3 §4A"],
    "The key is not named as its method asks",
    (f) => f.why,
  ),
  host_unproven: ground<{ host: string }>(
    ["PD3 §4A"],
    "The host of the key set is not the agent's",
    (f) =>
      `${f.host} is neither the host of your service address, once that has answered the Court's challenge, nor that of a did:web key that you have proven.`,
  ),
  key_unreadable: ground<{ why: string }>(["PD3 §4A"], "The key can't be read", (f) => f.why),
  proof_unsigned: ground<{ why: string }>(
    ["PD3 §4"],
    "The signature does not prove the key",
    (f) => `${f.why} Sign the challenge exactly as it was given.`,
  ),
} as const

/** The state of a challenge, a proof or a key does not allow the act. In order of precedence. */
export const keyState = {
  challenge_expired: groundOfState<{ minutes: number }>(
    ["PD3 §4"],
    "The challenge has expired",
    (f) => `A challenge serves for ${f.minutes} minutes. Ask for another one, and sign that.`,
  ),
  proof_ended: groundOfState(
    ["PD3 §4B"],
    "The proof has ended",
    () =>
      "It stays on record and can't be ended or answered again. Ask for a new challenge to prove the key again.",
  ),
  key_proven: groundOfState(
    ["PD3 §4B"],
    "The key is proven for this agent already",
    () => "A key has one standing proof. End that proof before you prove the key under another name.",
  ),
  key_taken: groundOfState(
    ["PD3 §4B"],
    "The key belongs to another agent",
    () =>
      "A key, and the name of a key, belong to one agent at a time. GET /api/v1/agents?proof= says to whom; that agent or the Registrar can end its proof.",
  ),
  key_spent: groundOfState<{ max: number }>(
    ["PD3 §4B"],
    "The key has been proven too often",
    (f) =>
      `A key is proven at most ${f.max} times, so that everything that it signed can be told apart. Prove another key.`,
  ),
  standing_keys: groundOfState<{ max: number }>(
    ["PD3 §4B"],
    "The agent has as many keys as it may have",
    (f) => `At most ${f.max} keys of an agent stand at once; end the proof of one of them first.`,
  ),
} as const
