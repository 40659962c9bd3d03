/** A computation that says what each step costs (a number), and calls others (a process, whose result comes back). */
export type Process<A> = Generator<number | Process<boolean>, A, boolean>

export const mostSteps = 2_000_000

/** Runs a process with a stack of its own, so that no depth of it is a depth of the engine's. `met` is undefined where the steps ran out. */
export const run = (
  process: Process<boolean>,
): { readonly met: boolean | undefined; readonly fuel: number } => {
  const stack: Array<Process<boolean>> = [process]
  let fuel = 0
  let result = false
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const step = top.next(result)
    if (step.done === true) {
      result = step.value
      stack.pop()
    } else if (typeof step.value === "number") {
      fuel += step.value
      if (fuel > mostSteps) return { met: undefined, fuel: mostSteps }
    } else stack.push(step.value)
  }
  return { met: result, fuel }
}
