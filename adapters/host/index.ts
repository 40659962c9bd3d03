/** What a process gives to commands: its clock (real, or a sandbox's), fresh seeds, the figures in force, the handles it knows. */
export * as Failure from "./Failure.ts"
export * as Hosts from "./Hosts.ts"
export * as KeptHandles from "./KeptHandles.ts"
export * as WholeFile from "./WholeFile.ts"
