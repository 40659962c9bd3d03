/** How often links go by e-mail: a matter once in so many hours, whoever asks, and an address so many in a day, of whatever matters. */
export const atMost = { hoursBetween: 1, linksPerDay: 3 } as const
