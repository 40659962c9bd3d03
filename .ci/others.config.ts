/** The tests of `npm test` that `npm run coverage` doesn't run. CI runs both, so that each test runs once. */
import { defineConfig } from "vitest/config"
import base from "../vitest.config.ts"
import { nearest } from "./coverage.config.ts"

export default defineConfig({
  test: {
    ...base.test,
    root: `${import.meta.dirname}/..`,
    exclude: [...(base.test?.exclude ?? []), ...nearest],
  },
})
