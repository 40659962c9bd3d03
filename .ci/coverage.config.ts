import { configDefaults, defineConfig, mergeConfig } from "vitest/config"
import base from "../vitest.config.ts"

/** The suite under Node, with the branches counted that its tests take. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      coverage: {
        provider: "v8",
        reporter: ["json", "json-summary", "text-summary"],
        reportsDirectory: "coverage/branches",
        include: ["core/**/*.ts", "adapters/**/*.ts"],
        exclude: [
          ...(configDefaults.coverage.exclude ?? []),
          "**/testing/**",
          "**/*.bench.ts",
          "**/*.test.ts",
        ],
      },
    },
  }),
)
