export * as Measured from "./Measured.ts"
