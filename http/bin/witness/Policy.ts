/** A trust policy in a file (C2SP tlog-policy). */
import { readFileSync } from "node:fs"
import { Either } from "effect"
import { type Policy, parsePolicy } from "../../../core/log/index.ts"
import { Failure } from "../Cli.ts"

/** The policy in a file. Throws a `Failure` that names the file and the line. */
export const readPolicy = (file: string): Policy => {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch {
    throw new Failure(`${file} can't be read`)
  }
  return Either.getOrThrowWith(
    parsePolicy(text),
    ({ line, problem }) => new Failure(`${file}, line ${line}: ${problem}`),
  )
}
