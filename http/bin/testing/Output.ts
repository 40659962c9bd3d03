/** The output of a command, for tests that run it as the command line does. */
import { afterEach, beforeEach, vi } from "vitest"

/** Holds what is printed during each test; nothing of it reaches the terminal. `clear` forgets what was printed so far. */
export const holdOutput = (): { text: string; readonly clear: () => void } => {
  const held = {
    text: "",
    clear: () => {
      held.text = ""
    },
  }
  beforeEach(() => {
    held.clear()
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      held.text += String(text)
      return true
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  return held
}
