import { Tinypool } from "tinypool"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Vitest ends its worker after every run; kept, the next mutant finds Effect and the core loaded.
Tinypool.prototype.recycleWorkers = async () => {}

const rank = ({ moduleId }: TestSpecification) => (moduleId.includes("/core/") ? 0 : 1)
/** The tests of rules first: they take milliseconds, and the first that fails ends the run of a mutant. */
class RulesFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    return files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The tests that kill the mutants of an area, in one worker that keeps what it has loaded. */
export default defineConfig({
  test: {
    include: (process.env.MUTANTS_TESTS ?? "core/**/*.test.ts").split(" "),
    setupFiles: [".ci/mutants/fresh.ts"],
    sequence: { sequencer: RulesFirst },
    pool: "threads",
    isolate: false,
    poolOptions: { threads: { isolate: false } },
    testTimeout: 20_000,
  },
})
