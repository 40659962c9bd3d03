import { expect, it } from "vitest"
import { pdf } from "./Pdf.ts"

const svg = `<svg width="200" height="100" viewBox="0 0 200 100"><defs><clipPath id="c"><path d="M 0 0 L 9 0 L 9 9 Z"/></clipPath></defs>
<g transform="matrix(1 0 0 1 10 10)" opacity="0.5" clip-path="url(#c)"><path fill="#ff0000" stroke="none" fill-opacity="0.5" d="M 0 0 Q 3 3 6 0 Z"/></g>
<path fill="none" stroke="#0000ff" stroke-width="2" stroke-dasharray="3 2" d="M 0 0 L 5 5"/></svg>`

it("ISO 32000: every object stands where the table of the file says, and the page has the drawing's size in points", () => {
  const text = new TextDecoder("latin1").decode(pdf(svg, "Ä"))
  const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  expect(places.map((at, i) => text.startsWith(`${i + 1} 0 obj`, at))).toEqual([true, true, true, true, true])
  expect(text).toContain("/MediaBox [0 0 150 75]")
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref\n/)
  const [, length, stream = ""] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text) ?? []
  expect(stream.length).toBe(Number(length))
})

it("ISO 32000: a quadratic curve becomes the cubic one, and opacities of groups and fills are multiplied", () => {
  const text = new TextDecoder("latin1").decode(pdf(svg, "x"))
  expect(text).toContain("2 2 4 2 6 0 c")
  expect(text).toContain("/ca 0.25 /CA 0.5")
  expect(text).toContain("[3 2] 0 d")
  expect(text).toContain("W n")
})

it("ISO 32000: refuses a drawing that it would draw wrongly", () => {
  expect(() => pdf('<svg width="1" height="1"><image/></svg>', "x")).toThrow("image")
})
