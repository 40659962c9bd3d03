/** Reads an answer as it arrives: server-sent events with a piece each, or one JSON document. */
import { makeParser } from "@effect/experimental/Sse"
import { Either } from "effect"
import { decodeEnvelope, type Envelope, readWords, usageOf } from "./Envelope.ts"
import { noUsage, type Usage } from "./Price.ts"
import type { ChatFailure } from "./Request.ts"

export type Collected =
  | { readonly _tag: "Text"; readonly text: string; readonly usage: Usage }
  | {
      readonly _tag: "Failed"
      readonly reason: Extract<ChatFailure, "cut_short" | "too_large" | "unreadable" | "failed" | "refused">
    }

interface Collector {
  /** Takes the next bytes. Gives `ended` when no more bytes are wanted. */
  readonly take: (bytes: Uint8Array) => "more" | "ended"
  readonly end: () => Collected
}

/** Finish reasons of an answer that is not complete. */
const cutShort =
  /^(?:length|max_?(?:output_?)?tokens|model_length|context_length.*|incomplete|error|cancelled)$/i
/** Finish reasons of an answer that is withheld, or that calls a tool. Any other finish reason means a complete answer. */
const withheld =
  /^(?:content_?filter|safety|refusal|recitation|blocked|prohibited_content|tool_?(?:calls?|use)|function_?call)$/i

/** Gathers the text and the usage of an answer, of at most `charsMax` characters. */
const makeGatherer = (charsMax: number) => {
  let text = ""
  let usage = noUsage
  let finish: string | null = null
  let failed: Extract<Collected, { readonly _tag: "Failed" }>["reason"] | null = null
  const add = (envelope: Envelope): void => {
    if (envelope.error !== undefined && envelope.error !== null) failed ??= "failed"
    const choice = envelope.choices?.[0]
    const part = choice?.delta ?? choice?.message
    const said = readWords(part)
    if (said === null) failed ??= "unreadable"
    text += said?.text ?? ""
    if (text.length > charsMax) failed ??= "too_large"
    if (said?.refused === true) failed ??= "refused"
    if (typeof choice?.finish_reason === "string") finish = choice.finish_reason
    usage = usageOf(envelope.usage) ?? usage
  }
  return {
    isOver: () => failed !== null,
    addText: (json: string): void => {
      const decoded = decodeEnvelope(json)
      if (Either.isLeft(decoded)) failed ??= "unreadable"
      else add(decoded.right)
    },
    unreadable: () => {
      failed ??= "unreadable"
    },
    /** The result. `complete`: the endpoint has shown the end without a finish reason. */
    end: (complete: boolean): Collected => {
      if (failed !== null) return { _tag: "Failed", reason: failed }
      if (finish !== null && withheld.test(finish)) return { _tag: "Failed", reason: "refused" }
      const whole = finish === null ? complete && text !== "" : !cutShort.test(finish)
      return whole ? { _tag: "Text", text, usage } : { _tag: "Failed", reason: "cut_short" }
    },
  }
}

/** Decodes UTF-8 piece by piece; null asks for the rest. Bytes that are no UTF-8 call `onFault`. */
const makeDecoder = (onFault: () => void) => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  return (bytes: Uint8Array | null): string => {
    try {
      return bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      onFault()
      return ""
    }
  }
}

const done = "[DONE]"

const fromEvents = (charsMax: number): Collector => {
  const answer = makeGatherer(charsMax)
  const decode = makeDecoder(answer.unreadable)
  let ended = false
  const parser = makeParser(
    (event) => {
      if (ended || event._tag === "Retry" || event.data === "") return
      if (event.data === done) ended = true
      else answer.addText(event.data)
    },
    // The caller of the collector limits the bytes.
    { maxEventSize: Number.POSITIVE_INFINITY },
  )
  // A carriage return at the end of a piece may be the first half of a line break, which the parser must receive whole.
  let held = ""
  const read = (text: string): void => {
    const all = held + text
    held = all.endsWith("\r") ? "\r" : ""
    parser.feed(held === "" ? all : all.slice(0, -1))
  }
  return {
    take: (bytes) => {
      read(decode(bytes))
      return ended || answer.isOver() ? "ended" : "more"
    },
    end: () => {
      // Some endpoints leave out the blank line after the last event.
      if (!ended && !answer.isOver()) read(`${decode(null)}\n\n`)
      return answer.end(ended)
    },
  }
}

/** The beginning of an event stream, whatever its content type says. No JSON document begins like this. */
const beginsEvents = /^\ufeff?\s*(?:data|event|id|retry)?:/

const fromDocument = (charsMax: number): Collector => {
  const answer = makeGatherer(charsMax)
  const decode = makeDecoder(answer.unreadable)
  const texts: Array<string> = []
  return {
    take: (bytes) => {
      texts.push(decode(bytes))
      return answer.isOver() ? "ended" : "more"
    },
    end: () => {
      texts.push(decode(null))
      const text = texts.join("")
      if (beginsEvents.test(text)) {
        const events = fromEvents(charsMax)
        events.take(new TextEncoder().encode(text))
        return events.end()
      }
      if (!answer.isOver()) answer.addText(text)
      return answer.end(true)
    },
  }
}

/** A collector of an answer of at most `charsMax` characters. */
export const collector = (streamed: boolean, charsMax: number): Collector =>
  streamed ? fromEvents(charsMax) : fromDocument(charsMax)
