/** `npm run test:long`: the tests that take longest, apart from `npm test`, so that it stays short. */
import { defineConfig } from "vitest/config"
import base, { long } from "../vitest.config.ts"

export default defineConfig({
  test: {
    ...base.test,
    root: `${import.meta.dirname}/..`,
    include: long,
    exclude: [],
    // The longest tests run beside each other, and each starts programs.
    testTimeout: 60_000,
    outputFile: { json: "coverage/tests.long.json" },
  },
})
