/** The progress of long work that knows how much of it is done: a bar on a terminal, elsewhere a line a minute. */

const duration = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const width = 30
const betweenLinesMs = 60_000

interface Out {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/** Shows how many of these runs are done, with an estimate of the time left. `now` gives milliseconds from any instant. */
export const bar = (runs: number, out: Out = process.stderr, now: () => number = () => performance.now()) => {
  const began = now()
  const watched = out.isTTY === true
  const clear = "\r\u001b[K"
  let told = began
  const timeLeftText = (part: number): string => {
    const seconds = (now() - began) / 1000
    return part > 0 && seconds > 1 ? `about ${duration((seconds / part) * (1 - part))} left` : ""
  }
  const showLine = (part: number) => {
    if (now() - told < betweenLinesMs) return
    told = now()
    const left = timeLeftText(part)
    out.write(`${Math.floor(part * runs)} of ${runs} runs${left === "" ? "" : `, ${left}`}\n`)
  }
  const showBar = (part: number) => {
    const drawn = "█".repeat(Math.round(part * width)).padEnd(width, "·")
    out.write(`${clear}${drawn} ${Math.floor(part * runs)}/${runs} runs  ${timeLeftText(part)}`)
  }
  return {
    show: watched ? showBar : showLine,
    say: (text: string) => {
      if (watched) out.write(`${clear}${text}`)
    },
    end: () => {
      if (watched) out.write(clear)
    },
  }
}
