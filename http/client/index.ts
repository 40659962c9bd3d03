export { Api } from "../Api.ts"
export { Problem } from "../api/Problem.ts"
export * as Client from "./Client.ts"
