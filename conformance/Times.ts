/** How long the slow cases took on the SQLite store, on a machine with two cores. A run with `--json` shows it for any store. */

/** A case that takes less is not in the table. */
export const slowMs = 100

/** In milliseconds. */
export const usualMs: Readonly<Record<string, number>> = {}
