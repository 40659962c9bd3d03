// Finds in English text what a reader has to read twice. Each class has a pattern, and an example with and without it, which every run tries.

const sentenceWords = 45

/** The words of a text. Code between backticks counts as one word. */
export const countWords = (text) =>
  text
    .replaceAll(/`[^`]*`/g, "code")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const sentencesOf = (text) =>
  text.split(/(?<=[.!?:;])\s+(?=["(`[]?[\p{Lu}\d`])|(?<=[.!?]["”)])\s+(?=\p{Lu})/u)

const matches = (pattern) => (text) => [...text.matchAll(pattern)].map(({ index }) => index)

/** Each class: what it is called in sentences, where a text has it, and one text with it and one without it. */
export const classes = {
  "negated noun": {
    // "There is no price" is read once; "this is no price" is not.
    find: matches(
      /(?<!\b[Tt]here\s+)\b(?:is|are|was|were|be|been|being)\s+no\s+(?!longer\b|more\b|less\b|other\b)[a-z]/g,
    ),
    has: "Null if the answer is no document.",
    lacks: "The answer is not a document, and is no longer read. There is no other.",
  },
  "none as a pronoun": {
    find: matches(/\b[Nn]one\b/g),
    has: "The policy; null if none is named.",
    lacks: "Null if no policy is named.",
  },
  "relative clause on a bare pronoun": {
    find: matches(
      /\b(?:one|ones|those|that)\s+(?:(?:in|of|on|for|to|from|by|with|at)\s+)?(?:that|which|who|whose|whom)\b/gi,
    ),
    has: "The court serves those that it has.",
    lacks: "The court serves the pages that it has.",
  },
  "where for if": {
    find: matches(
      /\b(?:[Oo]nly|[Ee]xcept|[Ee]ven|[Ss]ave|[Ee]mpty|[Nn]ull|[Aa]bsent|[Tt]rue|[Ff]alse)\s+where\b|(?:^|[.;:]\s+)Where\s+(?!to\b|in\b|it\b|they\b)[^.?]*?,/g,
    ),
    has: "Empty where it is met.",
    lacks: "The folder where the keys are, or nothing if there is no folder.",
  },
  "headless What": {
    find: matches(/(?:^|[.;:]\s+|\|\s+)What\s+(?=[^.?|]*(?:[.|]|$))/g),
    has: "What the court knows of a key.",
    lacks: "What is owed? The records say what the court knows.",
  },
  "long sentence": {
    find: (text) => {
      let at = 0
      return sentencesOf(text).flatMap((sentence) => {
        const found = text.indexOf(sentence, at)
        at = found + sentence.length
        return countWords(sentence) > sentenceWords ? [found] : []
      })
    },
    has: `${"a word and ".repeat(15)}an end.`,
    lacks: `${"a word and ".repeat(14)}an end. Another sentence follows it.`,
  },
}

/** Ends the run if a class doesn't find its own example, or finds the text without it. */
export const tryClasses = () => {
  for (const [name, { find, has, lacks }] of Object.entries(classes))
    if (find(has).length === 0 || find(lacks).length > 0)
      throw new Error(`the class "${name}" fails its example`)
}

/** The passages of Markdown, each with its line: paragraphs, items and cells, without code. */
const passagesOfPage = (text) => {
  const found = []
  let fenced = false
  let current = null
  for (const [i, line] of text.split("\n").entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
    const ends = fenced || /^\s*(?:$|```|~~~|#|\||[-*] |\d+\. |<)/.test(line)
    if (ends) current = null
    if (fenced || /^\s*(?:$|```|~~~|<)/.test(line)) continue
    if (/^\s*\|/.test(line)) {
      // A cell of a table ends its sentence.
      for (const cell of line.split(/(?<!\\)\|/)) found.push({ line: i + 1, text: cell.trim() })
      continue
    }
    const words = line.replace(/^\s*(?:#+|[-*]|\d+\.)\s+/, "").trim()
    if (current !== null) current.text += ` ${words}`
    else {
      current = { line: i + 1, text: words }
      found.push(current)
    }
    if (/^\s*#/.test(line)) current = null
  }
  return found
}

const lineAt = (text, index) => text.slice(0, index).split("\n").length
// A comment follows a space, a bracket or a separator. In a text, as in `"**/*.ts"`, the two characters begin no comment.
const comment = /(?<=^|[\s;,({[])\/\*\*?([\s\S]*?)\*\/|(?<=^|[\s;,({[])\/\/(.*(?:\n\s*\/\/.*)*)/gm
const literal = /"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`/g

/** The comments of a source, and the strings in it that are sentences. */
const passagesOfSource = (text) => {
  const found = []
  const rest = text.replaceAll(comment, (whole, block, line, at) => {
    const words = (block ?? line).replaceAll(/\n\s*(?:\*|\/\/)?[ \t]?/g, "\n")
    for (const paragraph of words.split(/\n\s*\n|\n(?=\s*[-*|] )/))
      found.push({ line: lineAt(text, at), text: paragraph.replaceAll(/\s+/g, " ").trim() })
    return whole.replaceAll(/[^\n]/g, " ")
  })
  for (const { 1: plain, 2: template, index } of rest.matchAll(literal)) {
    const words = (plain ?? template)
      .replaceAll(/\$\{[^{}]*\}/g, "x")
      .replaceAll(/\\n|\s+/g, " ")
      .trim()
    if (/^(?:[A-Z`]|x )/.test(words) && countWords(words) >= 4 && !/[<>{}=]/.test(words))
      found.push({ line: lineAt(rest, index), text: words })
  }
  return found
}

/** Everything that a file has, each with its class, its line and the words around it. */
export const findIn = (path, text) =>
  (path.endsWith(".md") ? passagesOfPage(text) : passagesOfSource(text)).flatMap((passage) =>
    Object.entries(classes).flatMap(([name, { find }]) =>
      find(passage.text.replaceAll(/`[^`]*`/g, (code) => "`".padEnd(code.length, "x"))).map((index) => ({
        name,
        place: `${path}:${passage.line}`,
        words: passage.text.slice(Math.max(0, index - 20), index + 70),
      })),
    ),
  )

const sectionWords = 150
export const classesOfLaw = ["long sentence of law", "long section of law"]

/** What is too long in the text of the law, as it is in force. */
export const findInLaw = (instruments, terms) =>
  instruments.flatMap(({ sections }) =>
    sections.flatMap(({ id, text }) => {
      const words = text(terms)
      const plain = words
        .split(/\n+/)
        .flatMap((line) => (line.startsWith("|") ? [] : [line.replace(/^[-*] /, "")]))
      const long = plain.flatMap(sentencesOf).filter((sentence) => countWords(sentence) > sentenceWords)
      const of = (name, found) => ({
        name,
        place: id,
        words: `${countWords(found)} words: ${found.slice(0, 70)}`,
      })
      return [
        ...long.map((sentence) => of("long sentence of law", sentence)),
        ...(countWords(words) > sectionWords ? [of("long section of law", words)] : []),
      ]
    }),
  )
