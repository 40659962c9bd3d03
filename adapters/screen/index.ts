/** The screen of PD1 §4 that the service comes with. */
export * as DefaultScreen from "./DefaultScreen.ts"
