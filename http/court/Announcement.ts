/**
 * The lines that a process writes about itself to standard output while it starts and stops. They are words for people, or objects of JSON
 * if the log has that form.
 */
import { print } from "../terminal/Terminal.ts"
import type { Config } from "./Config.ts"
import { type LogConfig, silent } from "./TelemetryConfig.ts"

type Level = "info" | "warn" | "error"
type Write = (message: string, level: Level) => string

const forms: { readonly [form in LogConfig["form"]]: Write } = {
  human: (message, level) => (level === "warn" ? `Warning: ${message}` : message),
  json: (message, level) => JSON.stringify({ time: new Date().toISOString(), level, message }),
}

export const announce = (
  { telemetry = silent }: Pick<Config, "telemetry">,
  message: string,
  level: Level = "info",
): void => print(forms[telemetry.log.form](message, level))

/** The line of a process that can't start. Its configuration may be what is wrong, so the environment is asked for the form. */
export const complaint = (line: string): string =>
  process.env.COURT_LOG === "json" ? forms.json(line, "error") : `agent-court: ${line}`
