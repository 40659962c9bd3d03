/** A new database on the server of the tests. */
import { inject } from "vitest"
import { newDatabase } from "./NewDatabase.ts"

/** An empty database for the calling test file, on the server that the run shares. */
export const freshDatabase = (serverUrl: string = inject("postgresUrl")): Promise<string> =>
  newDatabase(serverUrl)
