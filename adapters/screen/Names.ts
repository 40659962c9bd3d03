/**
 * The detectors of personal names. In running text, a capitalised given name before a possible surname counts, or a title before a name, or a
 * name where people sign or are introduced. Handles, models, companies, cases and places are not names. In Cyrillic and in Chinese
 * characters, no list of names tells all of them from other words. So only what a pattern shows surely counts: a patronymic, a given name
 * beside a surname's ending, or a family name where a person is addressed, signs or stands alone.
 */
import { anyOf, type Detector } from "./Detector.ts"
import { ambiguousFirst, brands, isGiven, isSurname, maybeSurname, otherwise, plain } from "./Vocabulary.ts"

// Every repetition is bounded, here and in the other detectors, so that the time of reading is proportional to the text.
const capital = "(?:(?:al|el|ul|ibn)-)?\\p{Lu}[\\p{L}'’]{0,30}(?:-\\p{Lu}[\\p{L}'’]{1,30}){0,3}"
const spans = new RegExp(
  `(?<![\\p{L}\\p{N}_.@/-])${capital}(?:[ ]{1,4}(?:\\p{Lu}\\.[ ]?){0,3}(?:(?:van|von|de|da|del|bin|al|der|den|la|di)[ ]){0,3}${capital}){1,4}(?![\\p{L}\\p{N}_@/-])`,
  "gu",
)
const particle = /^(?:van|von|de|da|del|bin|al|der|den|la|di|\p{Lu}\.?)$/u
const companyAfter =
  /^[,\s]*(?:&|Inc|Ltd|LLC|GmbH|Corp|PLC|AG|S\.?A|Co\b|Logistics|Bank|Group|Labs?|University|Foundation|Street|Road|Avenue|v\.?\s|vs\.?\s)/u
const caseBefore = /(?:\bv\.?|\bvs\.?|\bIn re|\bRe|&)\s*$/u

const isPerson = (words: ReadonlyArray<string>): boolean => {
  const [first, ...rest] = words
  const last = rest.filter((word) => !particle.test(word)).at(-1)
  if (first === undefined || last === undefined) return false
  const second = rest.find((word) => !particle.test(word)) ?? last
  if (otherwise.has(plain(last)) || !isGiven(first)) return false
  const shouting = first.length > 2 && first === first.toUpperCase()
  return ambiguousFirst.has(plain(first)) || shouting
    ? !otherwise.has(plain(second)) && (isSurname(second) || (shouting && isGiven(second)))
    : maybeSurname(second)
}

const isBrand = (lower: string): boolean => brands.some((brand) => lower.startsWith(brand))

/** Whether a span holds a name. The name may begin at a later word of the span, after the first word of a sentence or a role. */
const namesIn = (span: string): boolean => {
  const words = span.split(/ +/u)
  return words.slice(0, -1).some((_, i) => {
    const name = words.slice(i)
    return isPerson(name) && !isBrand(name.map(plain).join(" "))
  })
}

const hasNameSpan = (text: string): boolean =>
  Array.from(text.matchAll(spans)).some((match) => {
    const [span] = match
    const end = match.index + span.length
    const isCase =
      / v\.? /u.test(span) || caseBefore.test(text.slice(Math.max(0, match.index - 8), match.index))
    return !isCase && !companyAfter.test(text.slice(end, end + 14)) && namesIn(span)
  })

const titles =
  /(?<![\p{L}\p{N}_-])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam|Herr|Frau|Señora?|Sra?|Monsieur|Madame|Mme|Signora?|Dott)\.? (?:\p{Lu}\. ?){0,3}(\p{Lu}\p{L}[\p{L}'’-]{0,40})/gu
// After a number, `ms` is a unit of time.
const smallTitles = /(?<![\p{L}\p{N}_-]|\d )(?:mr|mrs|ms)\.? (\p{L}[\p{L}'’-]{1,40})/gu
const hasTitle = (text: string): boolean =>
  [titles, smallTitles].some((pattern) =>
    Array.from(text.matchAll(pattern), ([, name]) => name ?? "").some((name) => !otherwise.has(plain(name))),
  )

const introduced = new RegExp(
  `(?:\\b(?:signed(?: by)?|regards|sincerely|yours|cheers|my name is|i am|i'm|named|attn|attention|c/o|contact person|spoke (?:to|with)|on behalf of)[:,]?\\s{1,8})(${capital})(?![\\p{L}\\p{N}_-])`,
  "giu",
)
const initials = /(?<![\p{L}\p{N}_.-])(?:\p{Lu}\. ?){1,3}(\p{Lu}\p{Ll}[\p{L}'’-]{1,40})(?![\p{L}\p{N}_-])/gu

const signs = (text: string): boolean =>
  Array.from(text.matchAll(introduced), ([, name]) => name ?? "").some(
    (name) => /^\p{Lu}/u.test(name) && isGiven(name) && !ambiguousFirst.has(plain(name)),
  ) ||
  anyOf(
    Array.from(text.matchAll(initials), ([, name]) => name ?? ""),
    isSurname,
  )

const given =
  "Александр|Александра|Алексей|Анастасия|Анатолий|Андрей|Андрій|Анна|Антон|Артём|Борис|Вадим|Валентина|Валерий|Василий|Виктор|Виктория|Виталий|Владимир|Володимир|Вячеслав|Галина|Геннадий|Георгий|Григорий|Даниил|Дарья|Денис|Дмитрий|Дмитро|Евгений|Екатерина|Елена|Зинаида|Иван|Игорь|Илья|Инна|Ирина|Кирилл|Константин|Ксения|Лариса|Леонид|Людмила|Максим|Маргарита|Марина|Мария|Михаил|Наталия|Наталья|Надежда|Никита|Николай|Оксана|Олег|Олександр|Ольга|Павел|Пётр|Петр|Полина|Роман|Светлана|Сергей|Сергій|Станислав|Степан|Татьяна|Тимофей|Фёдор|Юлия|Юрий|Ярослав"
const surname =
  "\\p{Lu}[а-яёіїєґ'’-]{1,30}(?:ов|ев|ёв|ин|ын|ова|ева|ёва|ина|ына|ский|цкий|ская|цкая|енко|чук|щук|юк|ик|ко|ян|дзе|швили)"
const patronymic = "\\p{Lu}[а-яёії]{1,30}(?:ович|евич|йович|овна|евна|івна|ївна|ична|инична)"

const cyrillic: ReadonlyArray<RegExp> = [
  new RegExp(`(?<!\\p{L})\\p{Lu}[а-яёіїєґ'’-]{1,30} (?:${patronymic})(?!\\p{L})`, "u"),
  new RegExp(`(?<!\\p{L})(?:${given}) (?:${surname})(?!\\p{L})`, "u"),
  new RegExp(`(?<!\\p{L})(?:${surname}) (?:${given})(?!\\p{L})`, "u"),
]

const familyName =
  "[王李张刘陈杨赵黄周吴徐孙朱马胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧董潘袁蔡蒋余杜叶程魏苏吕丁沈任姚卢傅钟姜崔谭廖范汪陆石戴贾韦夏邱侯邹熊孟秦阎薛尹段雷黎史陶贺顾毛郝龚邵万钱严武王張劉陳楊趙黃吳孫馬羅鄭謝許韓馮鄧蕭葉蘇呂盧鍾譚陸賈韋鄒閻顧龔錢嚴]"
/** Family names with which hardly another word begins, so that three characters alone are a name. */
const rareName =
  "[王李刘赵吴徐孙郭郑谢韩冯邓曹彭蔡蒋魏沈姚卢崔谭廖汪贾邱邹薛尹郝龚邵劉趙吳孫鄭謝韓馮鄧盧譚賈鄒龔]"

const chinese: ReadonlyArray<RegExp> = [
  new RegExp(
    `${familyName}\\p{Script=Han}{0,2}(?:先生|女士|小姐|太太|老师|老師|医生|醫生|博士|教授|经理|經理|律师|律師)`,
    "u",
  ),
  new RegExp(
    `(?:我叫|名叫|姓名|联系人|聯絡人|收件人|签名|簽名|签署人|经办人)(?:是|为|為)?[:：]? ?${familyName}\\p{Script=Han}{1,2}`,
    "u",
  ),
  new RegExp(`(?<!\\p{Script=Han})${rareName}\\p{Script=Han}{2}(?!\\p{Script=Han})`, "u"),
]

export const names: ReadonlyArray<Detector> = [
  {
    what: "personal name",
    code: "natural_person",
    found: (text) => hasNameSpan(text) || hasTitle(text) || signs(text),
  },
  {
    what: "personal name",
    code: "natural_person",
    found: (text) => [...cyrillic, ...chinese].some((pattern) => pattern.test(text)),
  },
]
