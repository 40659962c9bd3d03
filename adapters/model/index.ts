/** Models behind a chat-completions endpoint, as counsel, advisor and judge. They receive what others wrote as quoted data. */
export * as Advisor from "./Advisor.ts"
export * as Chat from "./Chat.ts"
export * as Counsel from "./Counsel.ts"
export * as Judge from "./Judge.ts"
export * as Panel from "./Panel.ts"
export * as Price from "./Price.ts"
