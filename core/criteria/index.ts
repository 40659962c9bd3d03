/** The language `court.criteria/1`: what a delivery must be, in checks that always end and always give the same answer. */
export { type Criteria, type Explained, explain, read, version } from "./Criteria.ts"
export { digest } from "./Document.ts"
export { type Attested, type Evaluation, evaluate, type Outcome } from "./Evaluate.ts"
export { fuelMax } from "./Fuel.ts"
export type { Attestation, Check } from "./Kind.ts"
export type { Problem } from "./Members.ts"
