/**
 * Sums of money in words. The sum of an order stands in its field, where the stake caps it; words that name another sum would say
 * what nobody ordered. A sum is a number beside the code, the sign or the name of a currency, in any script of digits.
 */
import { needPresent } from "../kernel/Defect.ts"
import { rule } from "../kernel/Section.ts"

/** Letters of other scripts, and letters in circles and squares, that are read as a Latin letter. */
const lookalikes = new Map(
  [..."аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdԛqԝwһhαaβbεeιiκkνvοoρpτtυuχxսuոnօo"].flatMap((letter, i, all) =>
    i % 2 === 0 ? [[letter, needPresent(all[i + 1], "the Latin letter of a lookalike")] as const] : [],
  ),
)

const enclosed = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu
const enclosedFrom = [0x1f150, 0x1f170, 0x1f1e6]

/** The Latin letter that a letter in a circle, in a square or of a flag shows. */
const openLetter = (letter: string): string => {
  const point = needPresent(letter.codePointAt(0), "the code point of a letter")
  const from = needPresent(
    enclosedFrom.findLast((first) => point >= first),
    "the first letter of a range",
  )
  return String.fromCharCode(97 + point - from)
}

/** The text without accents, invisible characters and forms of letters, in small letters. */
const plain = (text: string): string =>
  text
    // Roman numerals, fractions and numbers in circles: NFKD would make letters of some.
    .replace(/[\p{Nl}\p{No}]/gu, "1")
    .normalize("NFKD")
    .replace(enclosed, openLetter)
    .replace(/[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .normalize("NFC")
    .toLowerCase()

/** The text with the letters that look like Latin letters as these. */
const latin = (text: string): string => [...text].map((letter) => lookalikes.get(letter) ?? letter).join("")

const words = (text: string): ReadonlySet<string> => new Set(plain(text).split(" "))

/** Codes and names of currencies and of coins, as `plain` writes them. Names of several scripts stand for the dollar, the euro and the coins. */
const currencies = words(
  [
    "usd usdc usdt xbt btc ada eth eur gbp jpy cny chf cad aud nzd sek nok dkk pln czk huf inr brl mxn zar sgd hkd krw",
    "dollar dollars dollari dolar dolares dolaru dólar dólares dollaro dollars dolara dolarów bucks buck cent cents penny pence centavos",
    "euro euros eurocent eurocents pound pounds sterling quid yen yuan renminbi rupee rupees franc francs peso pesos ruble rubles",
    "tether bitcoin bitcoins satoshi satoshis sats cardano lovelace lovelaces ether ethers ethereum wei gwei stablecoin stablecoins",
    "доллар доллара доллары долларов долларах долл евро биткоин биткоина биткоинов цент центов рубль рублей δολάριο δολάρια δολαρίων ευρώ",
    "دولار دولارا دولارات يورو بيتكوين דולר דולרים אירו ביטקוין डॉलर यूरो बिटकॉइन ডলার ดอลลาร์ บิตคอยน์",
  ].join(" "),
)

const written = words(
  [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions dozen dozens k",
  ].join(" "),
)

/** Words that may stand between a number and its currency. */
const between = words(
  "of in the a an and is are be to at or for sum amount total worth value price exactly about only us u s united states american m mn mio bn mm x",
)

const betweenMax = 5

/** Names of currencies in scripts that put no space between words. */
const unspacedNames = words(
  "美元 美金 美刀 欧元 歐元 人民币 比特币 比特幣 ドル ユーロ ビットコイン エイダ 달러 유로 비트코인 에이다",
)

const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}"
/** The tokens of a text: a sign, a name or a number of a script without spaces, a number, a word. */
const token = new RegExp(
  [
    `(?<sign>[\\p{Sc}💵💶💷💴💰💲🪙]|${[...unspacedNames].join("|")})`,
    "(?<number>\\p{N}+|[零〇一二三四五六七八九十百千万萬億亿壱弐参壹贰叁肆伍陆柒捌玖拾佰仟]+)",
    `(?<word>(?:(?![${unspaced}])[\\p{L}\\p{M}])+)`,
    `[${unspaced}]`,
  ].join("|"),
  "gu",
)

type Token = "currency" | "number" | "between" | "other"

const classOf = (word: string): Token => {
  if (currencies.has(word) || word.endsWith("cents")) return "currency"
  if (written.has(word)) return "number"
  return between.has(word) ? "between" : "other"
}

const tokensOf = (text: string): ReadonlyArray<Token> =>
  [...text.matchAll(token)].map(({ groups = {} }) => {
    if (groups.sign !== undefined) return "currency"
    if (groups.number !== undefined) return "number"
    return groups.word === undefined ? "other" : classOf(groups.word)
  })

/** The letters of an abbreviation as one word: `U.S.D.` and `U S D`. */
const joinLetters = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}(?:[\s.·_*-]+\p{L}(?![\p{L}\p{N}]))+/gu, (run) =>
    run.replace(/[\s.·_*-]/gu, ""),
  )

/** Whether a number and a currency stand beside each other, in either order. */
const areBeside = (tokens: ReadonlyArray<Token>): boolean => {
  let last: Token = "other"
  let passed = 0
  for (const one of tokens) {
    if (one === "between") {
      passed += 1
      continue
    }
    const isPair = last !== "other" && one !== "other" && last !== one
    if (isPair && passed <= betweenMax) return true
    last = one
    passed = 0
  }
  return false
}

const readsAsSum = (text: string): boolean => {
  const read = plain(text)
  return [read, joinLetters(read), latin(read), joinLetters(latin(read))].some((form) =>
    areBeside(tokensOf(form)),
  )
}

/** Ids of the court, hashes and addresses. By chance, digits in one of them stand beside `cad` or `ada`. */
const identifiers =
  /(?<![\p{L}\p{N}])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0x[0-9a-f]{40}|(?:0x)?[0-9a-f]{64})(?![\p{L}\p{N}])/giu

/** Stands for a name or an identifier: a word that is neither a number nor a currency, and does not join them. */
const named = " it "

/** Whether a text states a sum, apart from ids, hashes and addresses, and from the handles of the parties that are given. */
export const statesSum = rule(["Rule 5.3D"], (text: string, parties: ReadonlyArray<string>): boolean =>
  // A handle that is only a number or only a currency is read: words around it may make it a sum.
  readsAsSum(
    parties
      .filter(readsAsSum)
      .reduce(
        (rest, handle) =>
          rest.replace(new RegExp(`(?<![\\p{L}\\p{N}-])${handle}(?![\\p{L}\\p{N}-])`, "gu"), named),
        text.replace(identifiers, named),
      ),
  ),
)
