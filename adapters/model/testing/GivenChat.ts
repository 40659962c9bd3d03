import { afterAll, beforeAll } from "vitest"
import { type ChatServer, startChat } from "./ChatServer.ts"

/** A server of chat completions for all tests of a file or of a block: it starts before them, and stops after them. */
export const givenChat = (): ChatServer => {
  const server = {} as ChatServer
  beforeAll(async () => {
    Object.assign(server, await startChat())
  })
  afterAll(() => server.stop())
  return server
}
