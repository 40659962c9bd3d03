/** Notices: the words of every area, collected in one table. */
import { texts as appeal, registrarTexts, vacatedTexts } from "./appeals/index.ts"
import { texts as judgment } from "./bench/index.ts"
import { addressTexts, texts as compliance } from "./compliance/index.ts"
import { briefTexts as counsel, referenceTexts as reference } from "./counsel/index.ts"
import { texts as dealing } from "./dealings/index.ts"
import { texts as hold, Unspent } from "./holds/index.ts"
import { texts as matter, tenderTexts } from "./matters/index.ts"
import { texts as key } from "./proofs/index.ts"
import { texts as quote } from "./quotes/index.ts"

/** The words of every notice, by area and event. The type is written out, since TypeScript would declare it in 280 kB. */
export interface Texts {
  readonly appeal: typeof appeal & typeof registrarTexts
  readonly compliance: typeof compliance & typeof addressTexts
  readonly counsel: typeof counsel
  readonly dealing: typeof dealing
  readonly hold: typeof hold & typeof Unspent.unspentTexts
  readonly judgment: typeof judgment & typeof vacatedTexts
  readonly key: typeof key
  readonly matter: typeof matter
  readonly quote: typeof quote
  readonly reference: typeof reference
  readonly tender: typeof tenderTexts
}

/** The text of every notice, by its area and its event. */
export const texts: Texts = {
  appeal: { ...appeal, ...registrarTexts },
  compliance: { ...compliance, ...addressTexts },
  counsel,
  dealing,
  hold: { ...hold, ...Unspent.unspentTexts },
  judgment: { ...judgment, ...vacatedTexts },
  key,
  matter,
  quote,
  reference,
  tender: tenderTexts,
}

/** The type of a notice that is served: its area and its event, for example `matter.served`. */
export type NoticeType = {
  readonly [Area in keyof Texts]: `${Area}.${keyof Texts[Area] & string}`
}[keyof Texts]
/** Every type. The cast is needed because `Object.entries` and `Object.keys` give any string. */
export const noticeTypes: ReadonlyArray<NoticeType> = Object.entries(texts).flatMap(([area, words]) =>
  Object.keys(words).map((event) => `${area}.${event}` as NoticeType),
)
