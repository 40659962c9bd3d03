/** The screen that the service comes with (PD1 §4): patterns with check digits, and names, over the words that parties wrote. */
import { Effect, Layer } from "effect"
import { Screen, type ScreenFinding } from "../../core/matters/Screen.ts"
import { accounts } from "./Accounts.ts"
import { contacts } from "./Contacts.ts"
import { type Detector, withoutNoise } from "./Detector.ts"
import { identity } from "./Identity.ts"
import { life } from "./Life.ts"
import { names } from "./Names.ts"

const detectors: ReadonlyArray<Detector> = [...names, ...life, ...contacts, ...accounts, ...identity]

/** What a text has that PD1 §4 keeps out: the kinds of it, never the words. */
export const examineText = (path: string, text: string): ReadonlyArray<ScreenFinding> => {
  const read = withoutNoise(text)
  return detectors.filter(({ found }) => found(read)).map(({ code, what }) => ({ path, code, what }))
}

/** A long filing is read text by text, so that others are served in between. */
export const layer: Layer.Layer<Screen> = Layer.succeed(
  Screen,
  Screen.of({
    examine: (texts) =>
      Effect.map(
        Effect.forEach(texts, ({ path, text }) =>
          Effect.zipLeft(
            Effect.sync(() => examineText(path, text)),
            Effect.yieldNow(),
          ),
        ),
        (found) => found.flat(),
      ),
  }),
)
