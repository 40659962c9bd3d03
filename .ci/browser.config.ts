import { defineConfig } from "vitest/config"

/** The tests that need a browser: `npm run browser`. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ["{http,scheduler}/**/*.browser.test.ts"],
    pool: "forks",
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: "coverage/tests.browser.json" },
  },
})
