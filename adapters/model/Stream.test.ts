/** How an answer is read from its bytes, in whatever pieces they come. */
import { describe, expect, it } from "vitest"
import { collector } from "./Stream.ts"

const event = (value: unknown, end = "\n\n") => `data: ${JSON.stringify(value)}${end}`
const delta = (content: string, finish: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason: finish }],
})

/** The answer that a collector makes of some pieces, and the number of pieces after which it wanted more. */
const given = (streamed: boolean, pieces: ReadonlyArray<string | Uint8Array>, charsMax = 1_000) => {
  const answer = collector(streamed, charsMax)
  const wanted = pieces.map((piece) => answer.take(typeof piece === "string" ? Buffer.from(piece) : piece))
  return { ...answer.end(), wanted: wanted.filter((want) => want === "more").length }
}
const text = (of: string) => ({ _tag: "Text", text: of })
const failed = (reason: string) => ({ _tag: "Failed", reason })

describe("an answer in a stream of events", () => {
  const whole = `${event(delta("good "))}${event(delta("faith", "stop"))}data: [DONE]\n\n`

  it("PD2 §2 is the same in one piece, and byte by byte with every kind of line break", () => {
    for (const lineBreak of ["\n", "\r\n", "\r"]) {
      const sent = whole.replaceAll("\n", lineBreak)
      expect(given(true, [sent])).toMatchObject(text("good faith"))
      expect(
        given(
          true,
          [...Buffer.from(sent)].map((byte) => Uint8Array.of(byte)),
        ),
      ).toMatchObject(text("good faith"))
    }
  })

  it("PD2 §2 ends at its mark, and whatever follows or is not data is ignored", () => {
    const more = `: a comment\n\nretry: 10\n\ndata:\n\n${whole}${event(delta("more"))}`
    expect(given(true, [more, "data: x\n\n"])).toMatchObject({ ...text("good faith"), wanted: 0 })
  })

  it("PD2 §2 is complete without a last blank line, and cut short without a finish reason", () => {
    expect(given(true, [event(delta("good faith", "stop"), "")])).toMatchObject(text("good faith"))
    expect(given(true, [event(delta("good"))])).toMatchObject(failed("cut_short"))
    expect(given(true, [event(delta("good", "length"))])).toMatchObject(failed("cut_short"))
  })

  it("PD2 §2 is refused if the model says so, in either way", () => {
    const refusal = { choices: [{ delta: { refusal: "I won't." } }] }
    expect(given(true, [event(refusal), whole])).toMatchObject({ ...failed("refused"), wanted: 0 })
    expect(given(true, [event(delta("", "content_filter"))])).toMatchObject(failed("refused"))
    const unsaid = { choices: [{ delta: { content: "yes", refusal: "" }, finish_reason: "stop" }] }
    expect(given(true, [event(unsaid)])).toMatchObject(text("yes"))
  })

  it("PD2 §2 fails with its first fault: not JSON, not UTF-8, too large, or an error", () => {
    expect(given(true, ["data: {\n\n", event({ error: { message: "x" } })])).toMatchObject(
      failed("unreadable"),
    )
    expect(given(true, [Uint8Array.of(0xff), whole])).toMatchObject(failed("unreadable"))
    expect(given(true, [whole], 4)).toMatchObject(failed("too_large"))
    expect(given(true, [event({ error: { message: "x" } })])).toMatchObject(failed("failed"))
  })
})

describe("an answer in one document", () => {
  const document = JSON.stringify({ choices: [{ message: { content: "good faith" } }] })

  it("PD2 §2 is read when all of it has come", () => {
    expect(given(false, [document.slice(0, 9), document.slice(9)])).toMatchObject({
      ...text("good faith"),
      wanted: 2,
    })
    expect(given(false, ["{}"])).toMatchObject(failed("cut_short"))
  })

  it("PD2 §2 is not read to its end if it can't be text", () => {
    expect(given(false, [Uint8Array.of(0xff), document])).toMatchObject({
      ...failed("unreadable"),
      wanted: 0,
    })
  })
})
