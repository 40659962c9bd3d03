/**
 * The young generation of a command. The first line of the program gives every command the young generation that a serving court needs: up
 * to three times 16 MB, so that the objects of a request die young. It has this size from the beginning, because nearly all objects of a
 * start stay: a young generation that grew copied them eight times, which took a sixth of the processor time of a start. A monitor and a
 * witness run for months beside something else, and need a tenth of it.
 */
const option = /^(--(?:max|min)-semi-space-size=)(?!2$).*/
const makeSmall = (_option: string, name: string): string => `${name}2`
const smallCommands: ReadonlySet<string | undefined> = new Set(["monitor", "witness"])

/** The options with which Node should run a command instead of its present ones; null if these are right. */
export const optionsInstead = (
  command: string | undefined,
  options: ReadonlyArray<string>,
): ReadonlyArray<string> | null =>
  smallCommands.has(command) && options.some((one) => option.test(one))
    ? options.map((one) => one.replace(option, makeSmall))
    : null

/** Begins the program again in this process if its options don't fit its command: V8 takes them only as it starts. */
export const restartWithOptions = (): void => {
  const { argv, execArgv, execPath, platform } = process
  const options = optionsInstead(argv[2], execArgv)
  // Neither Windows nor Deno can replace a process. There the command runs as it is.
  if (options === null || platform === "win32") return
  process.execve?.(execPath, [execPath, ...options, ...argv.slice(1)])
}
