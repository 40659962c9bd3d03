import { describe, expect, it } from "vitest"
import { readText } from "./Reading.ts"

const kinds = (text: string) => readText({ path: "text", text }).map(({ what }) => what)

describe("personal names in other scripts", () => {
  it.each([
    "Товар принял Иван Петров.",
    "Соколова Анна не ответила.",
    "Договор подписал Сергей Владимирович вчера.",
    "Оплату подтвердила Оксана Шевченко.",
    "王小明 signed for the parcel.",
    "请联系张先生。",
    "姓名：陈建国",
    "联系人是李娜",
  ])("PD1 §4 finds the name in %s", (text) => {
    expect(kinds(text)).toEqual(["personal name"])
  })

  it.each([
    "Товар доставлен вовремя, качество хорошее.",
    "Перевод документа на русский язык готов.",
    "Московский Завод принял заказ.",
    "Великий Новгород и Нижний Тагил",
    "Роман Преступление и наказание переведён.",
    "高质量 was promised.",
    "翻译已经完成，质量很好。",
    "王国 is a word, and so is 李子树的果实.",
    "黄金价格上涨。",
    "经理 has approved it.",
  ])("PD1 §4 leaves the words %s", (text) => {
    expect(kinds(text)).toEqual([])
  })
})
