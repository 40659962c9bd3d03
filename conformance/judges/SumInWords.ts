const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  )
const tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

const wordsOf = (n: number): string => {
  const rest = (head: string, left: number) => (left === 0 ? head : `${head} ${wordsOf(left)}`)
  if (n < 20) return small[n] ?? ""
  if (n < 100) return n % 10 === 0 ? (tens[n / 10] ?? "") : `${tens[Math.floor(n / 10)]}-${small[n % 10]}`
  if (n < 1_000) return rest(`${small[Math.floor(n / 100)]} hundred`, n % 100)
  return rest(`${wordsOf(Math.floor(n / 1_000))} thousand`, n % 1_000)
}

/** `one hundred twenty-five US dollars and six cents`, for sums below a thousand million dollars. */
export const inWords = (cents: number): string => {
  const dollars = `${wordsOf(Math.floor(cents / 100))} US dollars`
  return cents % 100 === 0 ? dollars : `${dollars} and ${wordsOf(cents % 100)} cents`
}
