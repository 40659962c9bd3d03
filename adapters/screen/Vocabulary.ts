/** Tells which words are personal names, by our own lists (in lower case) and by what a language library knows about a single word. */
import nlp from "compromise/two"

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u))

/** Given names in wide use that the language library does not know. */
const givenNames = list(`
  aarav abebe abena adebayo aditi adaeze agnieszka ahmed aiko aisha akira akosua amara amina amit ananya anjali ankit arjun
  asha ayesha ayumi aylin bartosz beatriz bilal björn chiara chidi chinedu chioma deepak dmitri ebru efua ekaterina elif emeka
  eszter fatima fatou femi fernanda giulia grzegorz haruto hiroshi hyun ibrahim ifeoma imran inés ioana isha jean jiho jin jürgen
  kamala karthik katarzyna kavita kenji khadija kofi krzysztof kwame lakshmi lars lei leila ling magnus małgorzata mamadou
  mariam matteo mehmet mei ming minh mustafa neha nguyen ngozi nkechi nnamdi noor olga oluwaseun olumide omar oksana parisa
  paweł piotr pooja pradeep priya rahul rajesh ramesh rania rekha ritu rohan sakura salma sandeep sanjay sara sergei shanthi
  shreya siddharth siobhán soo sunil suresh svetlana tadeusz takeshi tariq thandiwe tunde usha vikram vijay wanjiru wojciech
  xiao xin yan yara yasmin ying yuki yusuf zainab zoltan zsófia zeynep
`)

const wordSurnames = list(`
  baker banks bell bishop black bond brown bush butler carpenter carter chambers chase church clark cole cook cooper cross
  day dean drake farmer fisher ford forest fox freeman glass gold grant gray green grey hall hill holmes hope hunt hunter
  james judge key king knight lake lamb lane law little long love march marsh mason may miller moon noble page park parker
  piper porter potter power price rice rich rose savage sharp shepherd short singer smith stone strong summers swan swift taylor
  thatcher turner underwood wall ward waters weaver webb west white wise wolf wood woods young
`)

/** Words after a given name that show that it names no person: companies, products, models, things of dealings. */
export const otherwise = list(`
  advanced agent agents agreement ai airlines alpha analytics api apex appliance archive assembly associates attack audit
  bank base batch bay beach beta bot bridge brothers bucket builder bureau capital card carlo case cause center centre
  certificate chain channel charter chip city claim clara class clause client cloud cluster co code commerce commission
  company compute consulting contract core corp corporation council county court credit crew dashboard data database deal
  default defence delivery delta deluxe desk dispatch diego docket document draft duty edge edition electric email engine
  enterprises entry escrow event exchange express facility factory falls feed fee field file finance flash foods form
  foundation framework francisco freight fund games gamma gateway global gmbh goods graph grid group guard haiku harbor
  harbour hash highway holdings hotel house hub inc index industries insights instance institute instruct instrument
  insurance intelligence interface international inventory invoice island item jose journal key kit lab labs lane large
  layer lead ledger library limited line link list llc llp loan log logic logistics loop louis ltd machine mail mainnet
  maintenance manifest mark market marketplace matter medium memo merchant mesh message mini mission mode model module
  motor motors nano network newsletter node notes notice number office offer one online oracle operator opus order orders
  outlet output pacific paper park parser partners payment period phase pilot pipeline place plan platform plc plus point
  policy port portal prime priority pro process processor product program project promise proof protocol provider purchase
  quality queue quote rail rank rate ratio receipt record registry relay release rental report repository request research
  resource response retail review river road rule rules runner sa san saint sandbox schedule school scope script search
  section security sensor series server service services session settlement shipment shop signal site small solutions
  sonnet source space stage standard state station statement status step storage store stream street studio suite summary
  supplies supply support switch system systems task team tech technologies terminal terms test text theory ticket time
  timestamp title token tool tools tower tracker trade trading trail transaction transfer translate translation transport
  trust turbo ultra union unit university update upload utility validator value vector vendor ventures version vision
  voice wallet warehouse wave web webhook works world zero zone
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
`)

/** Names of companies and things that were made from a person's name. */
export const brands: ReadonlyArray<string> = [
  "morgan stanley",
  "jp morgan",
  "charles schwab",
  "christian dior",
  "calvin klein",
  "ralph lauren",
  "hugo boss",
  "tommy hilfiger",
  "philip morris",
  "franklin templeton",
  "jack daniels",
  "mercedes benz",
  "harley davidson",
  "louis vuitton",
  "johnson johnson",
  "ernst young",
  "marks spencer",
  "warner bros",
  "john deere",
  "monte carlo",
  "rosetta stone",
  "henry hub",
  "diffie hellman",
]

/** Given names that more often mean something else in the papers of agents. */
export const ambiguousFirst = list(`
  may april june august will mark grant bill chase grace hope faith art rich drew rob sue pat frank ray dale dean earl
  major royal summer dawn crystal amber ruby iris ivy joy mercy destiny harmony melody carol guy gene christian virginia
  georgia carolina victoria charlotte austin dallas jordan israel chad paris sydney florence chelsea jersey kent phoenix
  savannah ambrosia angel king prince duke page chance price reed miles woody claude alexa siri gemini mercedes cortana
  max norm bond case ace clay cliff glen heath lane rex stone wade sterling star penny lance rusty sandy tag trace van
`)

/** A table within the library's model, which has no precise type. */
const tableAt = (...path: ReadonlyArray<string>): object =>
  path.reduce<object>((within, name) => {
    const found: unknown = Reflect.get(within, name)
    if (typeof found !== "object" || found === null)
      throw new Error(`the language library has no ${path.join(".")}`)
    return found
  }, nlp.model())
const lexicon = tableAt("one", "lexicon")
const switches = tableAt("two", "switches")

/** Whether the library lists a word. It tags an unlisted word by its ending alone, which is not enough for a given name. */
const isListed = (lower: string): boolean => Object.hasOwn(lexicon, lower) || Object.hasOwn(switches, lower)

/** How many words are remembered, so that frequent words are looked up once. */
const rememberedMax = 20_000

const rememberByWord = <A>(read: (word: string) => A): ((word: string) => A) => {
  const known = new Map<string, A>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    // After this, words are only looked up again.
    if (known.size >= rememberedMax) known.clear()
    const answer = read(word)
    known.set(word, answer)
    return answer
  }
}

const tagsOf = rememberByWord(
  (word): ReadonlySet<string> =>
    new Set(nlp(word).docs.flatMap((terms) => terms.flatMap(({ tags }) => [...(tags ?? [])]))),
)

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** The word in lower case, without a possessive ending, points and apostrophes. */
export const plain = rememberByWord((word) =>
  word
    .toLowerCase()
    .replace(/['’]s$/u, "")
    .replace(/[.'’]/gu, ""),
)

/** Whether a word is a given name in wide use, alone or as the first half of a double name. */
export const isGiven = rememberByWord((word) => {
  const first = plain(word).split("-")[0] ?? ""
  return givenNames.has(first) || (isListed(first) && tagsOf(capitalise(first)).has("FirstName"))
})

export const isSurname = rememberByWord((word) => {
  const tags = tagsOf(capitalise(word))
  return tags.has("LastName") || tags.has("Person") || wordSurnames.has(plain(word))
})

const ordinaryEnding =
  /(?:tion|sion|ment|ness|ity|ware|ing|ance|ence|able|ible|ics|ship|ory|ery|ism|ers|als|ures?|ages?)$/u
const ordinary = [
  "Verb",
  "Adjective",
  "Adverb",
  "Preposition",
  "Determiner",
  "Conjunction",
  "Pronoun",
  "Date",
  "Value",
]

/** Whether a word may be a surname: it is known as one, or is neither a word of dealings, a place, nor another word of the library. */
export const maybeSurname = rememberByWord((word) => {
  const lower = plain(word)
  if (lower.length < 2 || otherwise.has(lower)) return false
  if (isSurname(word)) return true
  // The library splits a name at its hyphen and reads the pieces as words.
  if (lower.includes("-")) return true
  if (ordinaryEnding.test(lower) || tagsOf(capitalise(word)).has("Place")) return false
  const tags = tagsOf(lower)
  return !ordinary.some((tag) => tags.has(tag))
})
