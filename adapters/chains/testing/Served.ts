import { onTestFinished } from "vitest"
import { type Answering, type LocalServer, serve } from "./Servers.ts"

/** Starts a server that is stopped when the test ends. */
export const served = async (answer: Answering): Promise<LocalServer> => {
  const server = await serve(answer)
  onTestFinished(server.stop)
  return server
}
