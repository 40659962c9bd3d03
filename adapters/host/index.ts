/** Services of a process for commands: a clock (real, or a sandbox's), fresh seeds, the figures in force, and the handles that it knows. */
export * as Failure from "./Failure.ts"
export * as Hosts from "./Hosts.ts"
export * as KeptHandles from "./KeptHandles.ts"
export * as Sha256 from "./Sha256.ts"
export * as WholeFile from "./WholeFile.ts"
