/** The grounds on which the court refuses, a table a class. */
export * as Content from "./Content.ts"
export * as Forbidden from "./Forbidden.ts"
export * as Ground from "./Ground.ts"
export * as Malformed from "./Malformed.ts"
export * as State from "./State.ts"
export * as Unknown from "./Unknown.ts"
export * as Unpaid from "./Unpaid.ts"
