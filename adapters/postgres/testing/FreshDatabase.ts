/** A new database on the server that the test files of a run share. */
import { inject } from "vitest"
import { newDatabase } from "./NewDatabase.ts"

/** Makes an empty database and gives its connection URL. */
export const freshDatabase = (serverUrl: string = inject("postgresUrl")): Promise<string> =>
  newDatabase(serverUrl)
