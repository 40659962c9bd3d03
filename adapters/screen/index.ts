export * as DefaultScreen from "./DefaultScreen.ts"
