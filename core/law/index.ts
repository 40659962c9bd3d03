/** The law that the Court publishes and the law that it holds: clauses, the restatement, the library. */
export * as Catalogue from "./Catalogue.ts"
export * as Clauses from "./Clauses.ts"
export * as Library from "./Library.ts"
export * as Load from "./Load.ts"
export * as Loadable from "./Loadable.ts"
export * as Restatement from "./Restatement.ts"
