/** `npm run coverage`: how many branches the tests take that stand nearest to the code, and the least that they may take. */
import { configDefaults, defineConfig } from "vitest/config"
import base from "../vitest.config.ts"

export default defineConfig({
  test: {
    ...base.test,
    // The whole suite takes four times as long and reaches no other branch of core.
    include: [
      "{core,adapters}/**/*.test.ts",
      // Every command and every question through the served court, on the store in memory.
      "http/handlers/*.test.ts",
      "conformance/{DenoKvStore,MemoryStore,SqliteWriter}.test.ts",
    ],
    setupFiles: [".ci/seeds.ts"],
    env: { CONFORMANCE_SEED: "20261122" },
    outputFile: { json: "coverage/tests.coverage.json" },
    coverage: {
      provider: "v8",
      // Branches of the syntax: by V8's own ranges a function that no test calls has one branch, whatever stands in it.
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
