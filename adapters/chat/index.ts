/** Models behind a chat-completions endpoint: asked with quoted data, streamed, priced, and asked again once. */
export * as Chat from "./Chat.ts"
export * as Law from "./Law.ts"
export * as Price from "./Price.ts"
export * as Quoted from "./Quoted.ts"
export * as Structured from "./Structured.ts"
