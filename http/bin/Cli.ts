/**
 * The command line: what a command is called, takes and does, as data, and how a command speaks to a person. Node's own `parseArgs`
 * does the parsing, so help shows nothing but this court's options, and it is quick, since a command is loaded only when it is run.
 */
import { parseArgs } from "node:util"
import { didYouMean } from "../../core/kernel/Near.ts"
import { explainError, Unasked, version } from "../terminal/Terminal.ts"

interface Flag {
  /** The placeholder of the value in the help; absent for a switch. */
  readonly value?: string
  readonly many?: true
  readonly help: string
}

/** The arguments that were given: positional arguments in order, flags by name. */
export interface Given {
  readonly positionals: ReadonlyArray<string>
  readonly text: (flag: string) => string | undefined
  /** Every value of a flag that may be given more than once, in order. Only tests leave this out. */
  readonly texts?: (flag: string) => ReadonlyArray<string>
  readonly on: (flag: string) => boolean
}

/** The value of a flag that takes a whole number. Throws a `UsageError` if the value isn't a whole number, or is less than `least`. */
export const whole = (given: Given, flag: string, least = 0): number | undefined => {
  const text = given.text(flag)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text) || Number(text) < least)
    throw new UsageError(`--${flag} is a whole number${least === 0 ? "" : ` from ${least}`}`)
  return Number(text)
}

export interface CliCommand {
  /** Its arguments, as the usage line shows them after the name of the command: `<file or address>`. */
  readonly usage: string
  /** The least and the greatest number of positional arguments. */
  readonly takes: readonly [number, number]
  readonly flags: Readonly<Record<string, Flag>>
  readonly help: ReadonlyArray<string>
  readonly run: (given: Given) => Promise<number>
  /** A failure as this command writes it. Without this, the name of the program stands before it. */
  readonly complaint?: (line: string) => string
}

/** A row of the table of commands: a sentence, and where the command is loaded from. */
export interface Listed {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: CliCommand }>
}

export class UsageError extends Error {
  override readonly name = "UsageError"
}

/** `unasked`: a check could not be made, so that nothing is known to be wrong. `interrupted`: Ctrl-C was pressed. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unasked: 2, interrupted: 130 } as const

const program = "agent-court"
const helpFlag: Flag = { help: "show this help" }

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const flagRow = ([name, flag]: readonly [string, Flag]): readonly [string, string] => [
  flag.value === undefined ? `--${name}` : `--${name} <${flag.value}>`,
  flag.help,
]

const overview = (commands: Readonly<Record<string, Listed>>): string =>
  [
    `Usage: ${program} <command> [options]`,
    "",
    "A court for software agents.",
    "",
    "Commands:",
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    "",
    `${program} <command> --help says what a command takes, ${program} --version which version this is. Configuration is read from the environment; serve --help lists it.`,
  ].join("\n")

const help = (name: string, summary: string, command: CliCommand): string =>
  [
    `Usage: ${[program, name, command.usage].filter((part) => part !== "").join(" ")}`,
    "",
    `${summary}.`,
    ...command.help.flatMap((paragraph) => ["", paragraph]),
    "",
    "Options:",
    ...columns([...Object.entries(command.flags), ["help", helpFlag] as const].map(flagRow)),
  ].join("\n")

const parse = (name: string, command: CliCommand, args: ReadonlyArray<string>): Given => {
  const flags = Object.entries({ ...command.flags, help: helpFlag })
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        flags.map(
          ([name, { value, many = false }]) =>
            [name, { type: value === undefined ? "boolean" : "string", multiple: many }] as const,
        ),
      ),
    })
    return {
      positionals,
      text: (flag) => {
        const value = values[flag]
        return typeof value === "string" ? value : undefined
      },
      texts: (flag) => {
        const value = values[flag]
        return Array.isArray(value) ? value.map(String) : []
      },
      on: (flag) => values[flag] === true,
    }
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : "unreadable options").split(". ")
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(why ?? "") ?? []
    const known = flags.map(([flag]) => flag)
    const meant = unknown === undefined ? "" : didYouMean(unknown, known)
    throw new UsageError(`${why}${meant === "" ? ";" : meant} see ${program} ${name} --help`)
  }
}

interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** Runs the command that the arguments name. Gives the exit code; a failure is shown as one line. */
export const run = async (
  commands: Readonly<Record<string, Listed>>,
  args: ReadonlyArray<string>,
  output: Output,
): Promise<number> => {
  const [name, ...rest] = args
  if (name === undefined || name === "--help" || name === "help") {
    output.out(overview(commands))
    return name === undefined ? exitCodes.usage : exitCodes.done
  }
  if (name === "--version") {
    output.out(version)
    return exitCodes.done
  }
  let complaint = (line: string): string => `${program}: ${line}`
  try {
    const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (listed === undefined) {
      const meant = didYouMean(name, Object.keys(commands))
      throw new UsageError(`there is no command "${name}"${meant === "" ? ";" : meant} see ${program} --help`)
    }
    const { command } = await listed.load()
    complaint = command.complaint ?? complaint
    const given = parse(name, command, rest)
    if (given.on("help")) {
      output.out(help(name, listed.summary, command))
      return exitCodes.done
    }
    const count = given.positionals.length
    const [least, most] = command.takes
    if (count < least || count > most) {
      throw new UsageError(`usage: ${program} ${name} ${command.usage}`)
    }
    return await command.run(given)
  } catch (error) {
    const line = explainError(error).replace(/\s+/g, " ").trim()
    output.error(complaint(line === "" ? "the command failed and gave no reason" : line))
    if (error instanceof Unasked) return exitCodes.unasked
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
  }
}
