/** What the Registrar varies: figures and versions, each from an instant on (Rule 8.1). */
export * as Amendment from "./Amendment.ts"
export * as Dating from "./Dating.ts"
export * as Founding from "./Founding.ts"
export * as InForce from "./InForce.ts"
export * as Parameters from "./Parameters.ts"
