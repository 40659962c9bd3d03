/**
 * A child process that examines a store for `Supervision.ts`, so that a store that never gives its thread back, takes all memory or ends
 * its process is reported too. Each line of its standard output that begins with `{"kit":` is a message. Arguments: the options of the run
 * as JSON, and the id of the case after which it begins (empty: with the first).
 */
import { Effect } from "effect"
import * as Report from "./Report.ts"
import { type Message, opening } from "./Supervision.ts"

const [options = "{}", after = ""] = process.argv.slice(2)

/** A message on a line of its own, whatever the module has printed before it. These two characters end a line for a reader of lines. */
const lineOf = (kit: Message): string => {
  const text = JSON.stringify({ kit }).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
  return `\n${text}\n`
}
const tell = (message: Message): void => void process.stdout.write(lineOf(message))

const listener: Report.Listener = {
  begins: (part) => tell({ _tag: "begins", part }),
  asks: (words) => tell({ _tag: "asks", words }),
  ended: (line) => tell({ _tag: "ended", line }),
}

tell({ _tag: "begins", part: opening })
const examined = Report.run(JSON.parse(options), listener, after === "" ? null : after).pipe(
  Effect.as<Message>({ _tag: "done" }),
  Effect.catchAll(({ message, cause }) =>
    Effect.succeed<Message>({
      _tag: "unusable",
      message,
      stack: cause instanceof Error ? (cause.stack ?? "") : "",
    }),
  ),
)

const last = await Effect.runPromise(examined)
// The store may have left something open, such as a timer. The message is written before the process ends.
process.stdout.write(lineOf(last), () => process.exit())
