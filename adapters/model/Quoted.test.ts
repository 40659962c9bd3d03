/** Marks by which chat templates begin turns, in texts that others wrote. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "../../core/kernel/Json.ts"
import { markInvisible } from "../../core/kernel/Visible.ts"
import { quote } from "./Quoted.ts"

const lineOf = (data: Json): string => quote(data).text.split("\n")[1] ?? ""

/** Marks of models, as their published templates and tokenizers spell them. */
const marks = [
  // Mistral
  ..."[INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_CALLS] [TOOL_RESULTS] [/TOOL_RESULTS]".split(
    " ",
  ),
  ..."[SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CONTENT] [ARGS] [CALL_ID] [THINK] [/THINK] [PREFIX] [MIDDLE]".split(
    " ",
  ),
  ..."[SUFFIX] [IMG] [IMG_BREAK] [IMG_END] [AUDIO] [BEGIN_AUDIO] [TRANSCRIBE] [CONTROL_30]".split(" "),
  // Llama, Qwen, DeepSeek, Gemma, harmony
  ..."<s> </s> <<SYS>> <</SYS>> <|im_start|> <|im_end|> <|eot_id|> <｜User｜> <start_of_turn> <|start|>".split(
    " ",
  ),
  // EXAONE, ChatGLM, Kimi, MiniMax, BERT
  ..."[|system|] [|endofturn|] [gMASK] [sMASK] [BOS] [EOS] [EOT] ]~!b[ ]~b]system [e~[ [CLS] [SEP] [UNUSED_TOKEN_146]".split(
    " ",
  ),
  // The same marks after a normalisation that makes full-width forms narrow
  ..."［INST］ ＜|im_start|＞ ﹤s﹥ ﹇INST﹈".split(" "),
]

describe("quoted data", () => {
  it.each(marks)("Rule 5.2 %s reaches a model as escapes alone, and means what was written", (mark) => {
    const data = { [mark]: [mark, { text: `before ${mark} after "\\${mark}` }] }
    const line = lineOf(data)
    expect(line).not.toContain(mark)
    expect(line.normalize("NFKC")).not.toContain(mark.normalize("NFKC"))
    expect(JSON.parse(line)).toEqual(data)
  })

  it("Rule 5.2 no text of data holds a bracket, whatever it is, and every text is read back as it is shown", () => {
    const text = fc.string({ unit: fc.constantFrom(...'[]<>\\"/a ［］＜＞\n') })
    fc.assert(
      fc.property(fc.array(fc.record({ text, n: fc.integer() })), (data) => {
        const line = lineOf(data)
        expect(JSON.parse(line)).toEqual(data.map((one) => ({ ...one, text: markInvisible(one.text) })))
        const strings = line.match(/"(?:[^"\\]|\\.)*"/g) ?? []
        expect(strings.filter((string) => /[[\]<>]/.test(string.normalize("NFKC")))).toEqual([])
      }),
    )
  })

  it("Rule 5.2 a long text is quoted at once", () => {
    const data = '\\"['.repeat(300_000)
    expect(JSON.parse(lineOf(data))).toBe(data)
  })
})
