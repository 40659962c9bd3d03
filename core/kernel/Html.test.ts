import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exact, html } from "./Html.ts"

const count = (text: string, part: string) => text.split(part).length - 1

describe("a template", () => {
  it("the markup of a page is that of its template, whatever the values contain", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[<>"'&`/ =a-z]*$/),
      fc.constantFrom(
        "</p><script>alert(1)</script>",
        '" onclick="alert(1)',
        "&lt;script&gt;",
        "$" + "{html}",
      ),
    )
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 3 }), (value, values) => {
        const { text } = html`<p title="${value}">${value}${values}</p>`
        expect([count(text, "<"), count(text, ">"), count(text, '"')]).toEqual([2, 2, 2])
        expect(count(text, "'") + count(text, "`")).toBe(0)
      }),
    )
  })

  it("text that is already escaped is escaped again, so that it is shown as it was written", () => {
    expect(html`${"&amp; <b>"}`.text).toBe("&amp;amp; &lt;b&gt;")
  })

  it("HTML stays HTML, lists are joined, and null and false add nothing", () => {
    expect(html`<ul>${["a", "b"].map((item) => html`<li>${item}</li>`)}${null}${false}${0}</ul>`.text).toBe(
      "<ul><li>a</li><li>b</li>0</ul>",
    )
  })

  it("characters that turn or hide the text after them do not reach the page", () => {
    expect(html`${"pay \u202e001\u2066 now\u200b"}`.text).toBe("pay ⟨U+202E⟩001⟨U+2066⟩ now⟨U+200B⟩")
  })

  it("a text that must be exact keeps every character", () => {
    expect(exact("a\u202eb<").text).toBe("a\u202eb&lt;")
  })
})
