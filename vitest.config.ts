import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const folders = "{core,adapters,http,scheduler,conformance}"
const underDeno = "Deno" in globalThis
/**
 * The tests of `npm run test:long`: whole studies of the laboratory, courts that break rules, the slowest store, examples that are run as
 * programs, processes that are killed or kept waiting, and the bundles for browsers.
 */
export const long = [`${folders}/**/*.long.test.ts`]

/** Tests start programs hundreds of times. Node keeps their compiled code, and looks up less of what they import. */
export const startSooner: Record<string, string> = underDeno
  ? {}
  : {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
      NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, ".ci/resolve.cjs"))}`,
    }

/**
 * Starts with the files of the conformance kit. They take longest but are among the smallest, and Vitest starts with the largest. At the end,
 * they left a processor idle, and took up to eight times as long under Deno, in processes that had run hundreds of files.
 */
class KitFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const sorted = await super.sort(files)
    const isOfKit = ({ moduleId }: TestSpecification) => moduleId.includes("/conformance/")
    return [...sorted.filter(isOfKit), ...sorted.filter((file) => !isOfKit(file))]
  }
}

export default defineConfig({
  test: {
    // Deno runs the portable folders and what is written for it alone; Node runs everything else.
    include: underDeno
      ? ["{core,adapters,scheduler/laboratory/engine}/**/*.test.ts", `${folders}/**/*.deno.test.ts`]
      : [`${folders}/**/*.test.ts`],
    exclude: underDeno
      ? []
      : [...long, "**/*.deno.test.ts", "**/*.browser.test.ts", "**/*.operating.test.ts"],
    env: startSooner,
    globalSetup: ["adapters/postgres/testing/globalSetup.ts"],
    pool: "forks",
    // Loading Effect anew for each file took most of the run, and no file changes what another reads.
    isolate: false,
    // One less than the processors, as vitest has it, would leave half of a small machine idle.
    maxWorkers: "100%",
    sequence: { sequencer: KitFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    reporters: process.env.CI ? ["default", "json"] : ["default"],
    outputFile: { json: `coverage/tests.${underDeno ? "deno" : "node"}.json` },
  },
})
