/** Models behind a chat-completions endpoint, asked with quoted data: as counsel, as advisor and as judge. */
export * as Advisor from "./Advisor.ts"
export * as Chat from "./Chat.ts"
export * as Counsel from "./Counsel.ts"
export * as Judge from "./Judge.ts"
export * as Price from "./Price.ts"
export * as Quoted from "./Quoted.ts"
export * as Structured from "./Structured.ts"
