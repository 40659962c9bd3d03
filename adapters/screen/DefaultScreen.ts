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

/** Texts are read in pieces, so that one that is long does not keep others waiting; pieces overlap, so that nothing falls between. */
const pieceChars = 8_000
const overlapChars = 300

const piecesOf = (text: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / pieceChars)) }, (_, i) =>
    text.slice(Math.max(0, i * pieceChars - overlapChars), (i + 1) * pieceChars),
  )

const examinePiece = (piece: string): ReadonlyArray<Detector> => {
  const read = withoutNoise(piece)
  return detectors.filter(({ found }) => found(read))
}

const findings = (path: string, found: ReadonlyArray<Detector>): ReadonlyArray<ScreenFinding> =>
  detectors.filter((one) => found.includes(one)).map(({ code, what }) => ({ path, code, what }))

/** What a text has that PD1 §4 keeps out: the kinds of it, never the words. */
export const examineText = (path: string, text: string): ReadonlyArray<ScreenFinding> =>
  findings(path, piecesOf(text).flatMap(examinePiece))

const examinePassage = ({ path, text }: { readonly path: string; readonly text: string }) =>
  Effect.map(
    Effect.forEach(piecesOf(text), (piece) =>
      Effect.zipLeft(
        Effect.sync(() => examinePiece(piece)),
        Effect.yieldNow(),
      ),
    ),
    (found) => findings(path, found.flat()),
  )

/** The default screen. */
export const layer: Layer.Layer<Screen> = Layer.succeed(
  Screen,
  Screen.of({
    examine: (texts) => Effect.map(Effect.forEach(texts, examinePassage), (found) => found.flat()),
  }),
)
