/** Starts the server of the tests before them, and stops it after them. */
import type { TestProject } from "vitest/node"
import { start } from "./EmbeddedPostgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection URL of the PostgreSQL that all test files of a run share. */
    readonly postgresUrl: string
  }
}

/** One PostgreSQL for a run of the tests; each test file makes its own database in it with `freshDatabase`. */
export default async (project: TestProject) => {
  const server = await start()
  project.provide("postgresUrl", server.url)
  return server.stop
}
