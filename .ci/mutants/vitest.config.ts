import { Tinypool } from "tinypool"
import { defineConfig } from "vitest/config"

// Vitest ends its worker after every run; kept, the next mutant finds Effect and the core loaded.
Tinypool.prototype.recycleWorkers = async () => {}

/** The tests that kill the mutants of an area, in one worker that keeps what it has loaded. */
export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS ?? "core/**/*.test.ts").split(" "),
    setupFiles: [".ci/mutants/fresh.ts"],
    pool: "threads",
    isolate: false,
    poolOptions: { threads: { isolate: false } },
    testTimeout: 20_000,
  },
})
