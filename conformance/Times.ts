/** How long the slow cases took on the SQLite store, on a machine with two cores that did other work too. A run with `--json` shows it for any store. */

/** A case that takes less is not in the table. */
export const slowMs = 1_000

/** In milliseconds. */
export const usualMs: Readonly<Record<string, number>> = {
  "durable.killed": 26900,
  "shared.processes.leases": 21800,
  "shared.processes": 9600,
  "shared.reader.event": 8900,
  "durable.synced": 6300,
  "commit.linearizable": 5100,
  "shared.processes.stopped": 5000,
  "shared.journal": 3300,
  "shared.placed": 2700,
  "durable.reopened": 2400,
  "durable.receipts": 2200,
  "shared.leases": 2000,
  "holder.bare": 2000,
  "texts.bare": 1800,
  "shared.races": 1700,
  "shared.processes.receipts": 1600,
  "shared.reader.keeps-up": 1500,
  "shared.processes.versions": 1400,
  "shared.reader.followed": 1300,
  "shared.snapshot": 1100,
  "shared.processes.claims": 1100,
  "shared.processes.numbers": 1000,
}
