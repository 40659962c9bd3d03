import { describe, expect, it } from "vitest"
import { identity } from "./Identity.ts"

const found = (text: string): boolean => identity.some((detector) => detector.found(text))

describe("identity numbers of persons", () => {
  // Published examples of each series. S and T are for citizens; F, G and M are for foreigners.
  it.each(["S1234567D", "T1234567J", "F1234567N", "G1234567X", "M1234567K"])(
    "PD1 §4 %s is a number of Singapore, and is not with another letter",
    (number) => {
      expect(found(`It is ${number} as he said.`)).toBe(true)
      const other = number.endsWith("A") ? "B" : "A"
      expect(found(`It is ${number.slice(0, -1)}${other} as he said.`)).toBe(false)
    },
  )

  it.each(["811228-9874", "19811228-9874"])(
    "PD1 §4 %s is a number of Sweden, and is not with another check digit",
    (number) => {
      expect(found(`It is ${number} as she said.`)).toBe(true)
      expect(found(`It is ${number.slice(0, -1)}5 as she said.`)).toBe(false)
    },
  )

  it("PD1 §4 a number of any country is found after words that announce it", () => {
    expect(found("Her passport number is: X1234567.")).toBe(true)
    expect(found("The passport number of the courier is NL1234567.")).toBe(true)
    expect(found("passport number of … NL1234567")).toBe(true)
    expect(found("Her passport was lost.")).toBe(false)
    expect(found("We check the passport number of each guest. Order NL1234567 is paid.")).toBe(false)
  })

  it.each([
    ["Номер паспорта 4509 123456.", "Паспорт потерян. Заказ 4509 123456."],
    ["паспорт гражданина: 45 09 № 123456", "Заказ 45 09 № 123456"],
    ["Закордонний паспорт АА123456", "Паспорт втрачено"],
    ["护照号码：E12345678", "护照已遗失。订单E12345678"],
    ["パスポート番号 TR1234567", "注文番号 TR1234567"],
    ["Reisepass Nr. 123456789", "Der Reisepass fehlt. Rechnung 123456789."],
    ["numéro de passeport 12345678", "facture 12345678"],
  ])(
    "PD1 §4 given %s, then the number behind the name of the document is found; in %s it is not",
    (shown, other) => {
      expect(found(shown)).toBe(true)
      expect(found(other)).toBe(false)
    },
  )
})
