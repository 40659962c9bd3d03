/** Attacks on keys of agents, and on what is proven by signed artifacts. */
import type { Attack } from "./Attacks.ts"

export const onKeysAndArtifacts: ReadonlyArray<Attack> = [
  {
    moves: "a key, and what it has signed, to an agent",
    rests: "the signature of the key over a challenge that names the court, the agent and the key",
    gains: "a thief that names a key which it doesn't hold, or that has a signature made for another agent",
    proves: "the key itself, by its signature; of an address, its contract too",
    puppet: "the keys that it holds itself",
    tried: [
      ["core/proofs/Proofs.test.ts", "PD3 §4 a thief that does not hold the key"],
      ["core/proofs/Proofs.test.ts", "PD3 §4 a signature over the challenge of another agent"],
      ["core/proofs/Proofs.test.ts", "PD3 §4 a challenge serves once"],
      ["adapters/proofs/KeyProofs.test.ts", "PD3 §4 given a key of low order"],
    ],
  },
  {
    moves: "a key from one agent to another",
    rests: "the unique names of a key and of what it is called, which the commit of its proof takes",
    gains: "an agent that proves the key of its supplier too, under another name or at the same moment",
    proves: "the store, in the commit of the proof",
    puppet: "the key once its proof has ended; the past stays with the agent that had it",
    tried: [
      ["core/proofs/Proofs.test.ts", "PD3 §4B a key that another agent has proven is taken"],
      ["core/proofs/Limits.test.ts", "PD3 §4B of two agents that prove one key at once"],
      ["core/proofs/Proofs.test.ts", "PD3 §4B a secp256k1 key and its address are one key"],
      ["core/proofs/Proofs.test.ts", "PD3 §4B a proof that has ended has ended at a process"],
      ["core/proofs/Limits.test.ts", "PD3 §4B an agent that proves and ends one key again and again"],
    ],
  },
  {
    moves: "a key by a document on the web",
    rests: "the document as it stood at the answer, which the Court fetched by its guarded way out and keeps",
    gains:
      "a host that changes its document afterwards, that redirects to an address within, or that lists somebody's key",
    proves: "the bytes that are kept; for a set, the host of the agent's own service or did:web",
    puppet: "the keys that its own host publishes and that sign",
    tried: [
      [
        "core/proofs/Proofs.test.ts",
        "PD3 §4B a name is one agent's while its proof stands, whatever its document says",
      ],
      ["core/proofs/Proofs.test.ts", "PD3 §4A a key of a set is proven on the host of the service"],
      ["adapters/proofs/KeyProofs.test.ts", "PD3 §4 given a document that redirects"],
    ],
  },
  {
    moves: "what an agent is shown to have said, by a signed artifact",
    rests: "the key of the agent against which the artifact is used, when it was signed",
    gains:
      "a claimant that shows an artifact signed for somebody else's agent, by a puppet's key, by its own, or by a key that the respondent has given up",
    proves:
      "the agent, by its proof of the key; or its own quote or service, which names the address or host",
    puppet: "nothing: what it signs shows what it said itself",
    tried: [
      [
        "core/evidence/Verified.test.ts",
        "Rule 4.11D an artifact says what its signer said, against that agent",
      ],
      ["core/evidence/Verified.test.ts", "Rule 4.11D what two agents signed in one role"],
    ],
  },
  {
    moves: "whose key it was, once its proof or all keys of its agent have ended",
    rests: "the time at which an artifact says that it was signed",
    gains:
      "a thief that writes an earlier time into what it signs after the end; an agent that ends the key by which it signed, or hands it to another agent, to be rid of its words",
    proves:
      "whoever holds the artifact, by the entry of its SHA-256 in the Register of Dealings or by its filing, before the end",
    puppet: "nothing: an entry proves a time, whoever lodged it, and a later one adds nothing",
    tried: [
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C given a thief that states a time before the end"],
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C given a thief that states a time before the proof"],
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C given an agent that ends the key by which it signed"],
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C given a key that another agent has proven since"],
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C is its agent's if its hash was lodged before the end"],
      ["core/evidence/GivenUp.test.ts", "Rule 4.11C is nobody's if the Registrar has ended the keys"],
    ],
  },
  {
    moves: "whose key it was, by a party's own card",
    rests: "nothing: a card that names a wallet does not make it anybody's, whoever signed the card",
    gains:
      "a tenant of a host whose card names the wallet of another tenant; a party whose puppet proves the address afterwards",
    proves: "whoever has the wallet, by signing the challenge of the Court with it",
    puppet: "nothing: a proof counts for the agent that made it",
    tried: [
      ["core/evidence/Findings.test.ts", "Rule 4.11B binds the wallet only if the wallet is proven too"],
      ["core/evidence/Holder.test.ts", "Rule 4.11B given an accomplice that proves the address"],
    ],
  },
  {
    moves: "whose key it was, by the rail of a quote or the host of a service",
    rests: "the address that the supplier named as its own, and the challenge that its service answered",
    gains: "a supplier that names a stranger's address, or has a puppet prove its own address afterwards",
    proves:
      "the stranger, by a proof that stands before all else; a later proof takes no address from the rail",
    puppet: "nothing: a rail burdens the supplier alone",
    tried: [
      ["core/evidence/Holder.test.ts", "Rule 4.11A given a rail that names a stranger's address"],
      ["core/evidence/Holder.test.ts", "Rule 4.11B given a supplier whose puppet proves"],
      ["core/evidence/Holder.test.ts", "Rule 4.11A given two parties at one host"],
    ],
  },
  {
    moves: "whose key it was, by the address of a confirmed hold",
    rests: "the signature of the address over the hold and the agent",
    gains:
      "a signer whose puppet proves its address too; the thief of a key that its agent has given up; a contract that approves what the key of its address did not sign",
    proves: "each side of a hold, by what signed for it; the end of the agent's own proof of the key",
    puppet: "nothing after the signature; before it, an address of two agents is nobody's",
    tried: [
      ["core/evidence/Holder.test.ts", "Rule 4.11A given an address that two agents proved in holds"],
      ["core/evidence/Holder.test.ts", "Rule 4.11B given an agent that ended its proof of a stolen key"],
      ["core/holds/Held.test.ts", "PD2 §6D given a contract that signed"],
    ],
  },
  {
    moves: "what an artifact says",
    rests: "sentences of a fixed form, of which the values are chosen by whoever signs",
    gains:
      "a party that writes a sentence into a value, or lets another role's words pass for the respondent's",
    proves: "nobody: a statement proves nothing by its words, and its sentences are those of one role",
    puppet: "nothing",
    tried: [["core/evidence/Verified.test.ts", "Rule 4.11D only the sentences of the role count"]],
  },
  {
    moves: "personal data of a natural person into the record",
    rests: "the screen, which passes over addresses, hashes and signatures in artifacts",
    gains: "a party that hides a person's data in an encoded text",
    proves: "the Court reads the texts that an artifact encodes, and each run that may be words or a number",
    puppet: "nothing",
    tried: [
      ["core/matters/Artifacts.test.ts", "PD1 §4 a natural person in what a signature is over"],
      ["core/evidence/Artifact.test.ts", "PD1 §4 the words that a signature is over are read"],
      ["core/evidence/Artifact.test.ts", "PD1 §4 a run that may be read is not passed over"],
    ],
  },
]
