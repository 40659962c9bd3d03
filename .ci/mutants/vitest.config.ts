import { defineConfig } from "vitest/config"

/** The tests that kill the mutants of an area: its own, and those of its commands in memory. None needs a database. */
export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS ?? "core/**/*.test.ts").split(","),
    pool: "threads",
    testTimeout: 20_000,
  },
})
