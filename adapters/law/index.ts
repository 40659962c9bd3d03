/** Loads the library from a folder of documents, or with the shipped collection. */
export * as Collection from "./collection/index.ts"
export * as Folder from "./Folder.ts"
export * as Loading from "./Loading.ts"
