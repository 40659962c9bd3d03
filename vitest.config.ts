import { defineConfig } from "vitest/config"

const report = process.env.CI
  ? { reporters: ["default", "json"], outputFile: { json: "coverage/tests.json" } }
  : {}

export default defineConfig({
  test: {
    include: ["{core,adapters,http,scheduler,conformance}/**/*.test.ts"],
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    ...report,
    coverage: {
      provider: "v8",
      include: ["{core,adapters,http,scheduler,conformance}/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*.bench.ts"],
      reportsDirectory: "coverage/report",
    },
  },
})
