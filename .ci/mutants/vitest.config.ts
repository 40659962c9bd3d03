import { Tinypool } from "tinypool"
import { defineConfig } from "vitest/config"
import type { Reporter, RunnerTestCase, RunnerTestFile } from "vitest/node"

// Vitest would end its worker after every run. If it stays, the next mutant finds Effect and the core loaded.
Tinypool.prototype.recycleWorkers = async () => {}

/** A file of tests that can't be loaded has noticed a mutant. Stryker counts only tests, so such a file gets a test that failed. */
const loading: Reporter = {
  onFinished: (files: ReadonlyArray<RunnerTestFile> = []) => {
    for (const file of files)
      if (file.result?.state === "fail" && file.tasks.length === 0)
        // The members that Stryker reads.
        file.tasks.push({
          type: "test",
          name: "loads",
          mode: "run",
          file,
          result: file.result,
        } as RunnerTestCase)
  },
}

/** The tests that kill the mutants of an area, in one worker that keeps what it has loaded. */
export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS ?? "core/**/*.test.ts").split(" "),
    setupFiles: [".ci/mutants/fresh.ts"],
    reporters: [loading],
    pool: "threads",
    isolate: false,
    poolOptions: { threads: { isolate: false } },
    testTimeout: 20_000,
  },
})
