/** What a process gives to commands: its clock (real, or a sandbox's), fresh seeds, the figures in force. */
export * as Deadlines from "./Deadlines.ts"
export * as Host from "./Host.ts"
export * as HostLive from "./HostLive.ts"
export * as InForce from "./InForce.ts"
export * as SandboxClock from "./SandboxClock.ts"
