/** The one table of notices: the words of every area, by area and event. */
import { texts as appeal, unpricedText, vacatedText } from "../appeals/Notices.ts"
import { texts as compliance } from "../compliance/Record.ts"
import { texts as counsel } from "../counsel/BriefAgent.ts"
import { texts as reference } from "../counsel/Reference.ts"
import { texts as hold } from "../holds/Record.ts"
import { texts as judgment } from "../judgments/Notices.ts"
import { texts as matter, tenderTexts } from "../matters/Notices.ts"
import { texts as quote } from "../quotes/Record.ts"
import type { NoticeType, Texts } from "./Notice.ts"

export const texts: Texts = {
  appeal: { ...appeal, unpriced: unpricedText },
  compliance,
  counsel,
  hold,
  judgment: { ...judgment, vacated: vacatedText },
  matter,
  quote,
  reference,
  tender: tenderTexts,
}

/** The type of every notice that the court serves. The cast holds by the type of `texts`: `Object.entries` forgets the keys. */
export const types = Object.entries(texts).flatMap(([area, words]) =>
  Object.keys(words).map((event) => `${area}.${event}` as NoticeType),
)
