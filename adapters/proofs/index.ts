/** Checks the signatures by which agents prove their keys. */
export * as KeyProofs from "./KeyProofs.ts"
