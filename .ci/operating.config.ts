import { defineConfig } from "vitest/config"

/** The tests that need nginx, PgBouncer, systemd, strace and Debian's PostgreSQL, with which people run a court: `npm run operating`. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["http/**/*.operating.test.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "coverage/tests.operating.json" },
  },
})
