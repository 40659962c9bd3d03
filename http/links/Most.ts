/** How often links go by e-mail: for a matter once in so many hours, whoever asks, and to an address so many times a day, over all matters. */
export const atMost = { hoursBetween: 1, linksPerDay: 3 } as const
