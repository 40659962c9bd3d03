import { type CliCommand, Failure } from "./Cli.ts"

export const command: CliCommand = {
  usage: "",
  takes: [0, 0],
  flags: {},
  help: [],
  run: () => Promise.reject(new Failure("not wired yet")),
}
