/** Texts without what editions differ in, so that they can be compared. */

const quotes = /[\u2018\u2019\u201a\u201b\u2032\u00b4`]/gu

const doubleQuotes = /[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/gu

const dashes = /[\u2010-\u2015\u2212\u2e3a\u2e3b]/gu

/** Folds what editions differ in: compatibility forms, quotes, dashes and white space. Case is kept. */
export const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(quotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, "-")
    .replace(/[\s\u200b-\u200d\u2060\ufeff\u00ad]+/gu, " ")
    .trim()
