/** `npm run test:long`: the tests that take longest, apart from `npm test`, so that it stays short. */
import { defineConfig } from "vitest/config"
import base, { long } from "../vitest.config.ts"

export default defineConfig({
  test: {
    ...base.test,
    root: `${import.meta.dirname}/..`,
    include: long,
    exclude: [],
    // Many of these tests wait for programs that they started, so a third one at a time uses what two leave of two processors.
    maxWorkers: 3,
    // Of more workers than the least number, the pool ends one twice when nothing is left to run, and Vitest fails on that.
    minWorkers: 3,
    // The longest tests run beside each other, and each starts programs.
    testTimeout: 60_000,
    outputFile: { json: "coverage/tests.long.json" },
  },
})
