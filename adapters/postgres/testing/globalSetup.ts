/** Starts one PostgreSQL server before all tests of a run, and stops it after them. */
import type { TestProject } from "vitest/node"
import { start } from "./EmbeddedPostgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection URL of the PostgreSQL that all test files of a run share. */
    readonly postgresUrl: string
  }
}

/** Gives the tests the URL of the server. Each test file makes its own database there with `freshDatabase`. */
export default async (project: TestProject) => {
  const server = await start()
  project.provide("postgresUrl", server.url)
  return server.stop
}
