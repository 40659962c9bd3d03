/** `npm run coverage`: the share of the branches of core and adapters that the tests nearest to them take, with its minimum. */
import { configDefaults, defineConfig } from "vitest/config"
import base, { long, startSooner } from "../vitest.config.ts"

export const nearest = [
  "{core,adapters}/**/*.test.ts",
  // Every command and every question through the served court, on the store in memory.
  "http/handlers/*.test.ts",
  "conformance/{DenoKvStore.long,MemoryStore,SqliteWriter}.test.ts",
]

export default defineConfig({
  test: {
    ...base.test,
    // The whole suite takes four times as long and reaches no other branch of core.
    exclude: (base.test?.exclude ?? []).filter((pattern) => !long.includes(pattern)),
    include: nearest,
    setupFiles: [".ci/seeds.ts"],
    env: { ...startSooner, CONFORMANCE_SEED: "20261122" },
    outputFile: { json: "coverage/tests.coverage.json" },
    coverage: {
      provider: "v8",
      // Counts the branches of the syntax. V8's own ranges count a function that no test calls as one branch.
      experimentalAstAwareRemapping: true,
      reporter: ["json", "json-summary", "text-summary"],
      reportsDirectory: "coverage/branches",
      include: ["core/**/*.ts", "adapters/**/*.ts"],
      exclude: [...(configDefaults.coverage.exclude ?? []), "**/testing/**", "**/*.bench.ts", "**/*.test.ts"],
      thresholds: {
        "core/**/*.ts": { branches: 100 },
        "adapters/**/*.ts": { branches: 90 },
      },
    },
  },
})
