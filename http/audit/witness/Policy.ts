/** A trust policy in a file (C2SP tlog-policy), and the witnesses that a court asks by the policy that `COURT_WITNESSES` names. */
import { readFileSync } from "node:fs"
import { Either } from "effect"
import { Policy } from "../../../core/log/index.ts"
import { Failure } from "../../terminal/Terminal.ts"

/** The policy in a file. Throws a `Failure` that names the file and the line. */
export const readPolicy = (file: string): Policy.Policy => {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch {
    throw new Failure(`${file} can't be read`)
  }
  return Either.getOrThrowWith(
    Policy.parse(text),
    ({ line, problem }) => new Failure(`${file}, line ${line}: ${problem}`),
  )
}

/** A note has at most 64 signatures, of which one is the log's. */
const witnessesMax = 63

const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
}

/** The reason why the court can't ask the witnesses of a policy; null if it can ask them. */
const problemOf = (policy: Policy.Policy): string | null => {
  const { witnesses } = policy
  const misplaced = witnesses.find(({ url }) => url !== null && !isAddress(url))
  if (misplaced !== undefined) return `the witness ${misplaced.name} needs an http or https address`
  if (witnesses.length > witnessesMax) return `it names more than ${witnessesMax} witnesses`
  const reachable = new Set<Policy.KnownWitness>(witnesses.filter(({ url }) => url !== null))
  return Policy.isQuorum(policy, reachable)
    ? null
    : "too few of its witnesses have an address to reach its quorum"
}

export const readWitnesses = (file: string | undefined): Either.Either<Policy.Policy | null, string> => {
  if (file === undefined) return Either.right(null)
  try {
    const policy = readPolicy(file)
    const problem = problemOf(policy)
    return problem === null ? Either.right(policy) : Either.left(`COURT_WITNESSES: ${file}: ${problem}`)
  } catch (error) {
    if (error instanceof Failure) return Either.left(`COURT_WITNESSES: ${error.message}`)
    throw error
  }
}
