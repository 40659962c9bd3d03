/** Serving a court, alone or inside another program: `Serve.app` over `Store`, `Host`, `Keys`, `Notary`, `Screen` and `Deadlines`. */
export { Api } from "./Api.ts"
export type { App, Incoming } from "./App.ts"
export * as Config from "./Config.ts"
export type { Services } from "./Handler.ts"
export * as Node from "./Node.ts"
export * as OpenApi from "./OpenApi.ts"
export * as Serve from "./Serve.ts"
export * as Web from "./Web.ts"
