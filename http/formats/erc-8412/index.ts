/**
 * Criteria and outcomes of ERC-8412 (preregistered acceptance criteria), both ways. Read from `ERCS/erc-8412.md` (commit `3147051a`) and
 * from `assets/erc-8412` (commits `676418dc`, `2c09fb94` and `4670ee29`) of github.com/ethereum/ERCs, whose verifier and model of the registry were run.
 */
export { digestOf, fromErc8412, type Registered, toErc8412 } from "./Document.ts"
export {
  type AttestedOutcomes,
  type CheckOutcome,
  outcomesOf,
  type Recorded,
  readOutcomes,
} from "./Outcomes.ts"
export { unpackOutcomes } from "./Packed.ts"
