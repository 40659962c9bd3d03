import { defineConfig } from "vitest/config"

/** What needs what people run a court with (nginx, systemd, strace, Debian's PostgreSQL): `npm run operating`. */
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
