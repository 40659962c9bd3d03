/** The progress bar of long work that knows how much of it is done. */

const duration = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const width = 30
/** A progress bar with an estimate of the time left; it shows nothing if standard error isn't a terminal. */
export const bar = (runs: number) => {
  const began = performance.now()
  const watched = process.stderr.isTTY === true
  const clear = "\r\u001b[K"
  return {
    show: (part: number) => {
      if (!watched) return
      const seconds = (performance.now() - began) / 1000
      const left = part > 0 && seconds > 1 ? `about ${duration((seconds / part) * (1 - part))} left` : ""
      const drawn = "█".repeat(Math.round(part * width)).padEnd(width, "·")
      process.stderr.write(`${clear}${drawn} ${Math.floor(part * runs)}/${runs} runs  ${left}`)
    },
    say: (text: string) => {
      if (watched) process.stderr.write(`${clear}${text}`)
    },
    end: () => {
      if (watched) process.stderr.write(clear)
    },
  }
}
