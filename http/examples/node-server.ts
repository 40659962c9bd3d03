/**
 * The court inside a `node:http` server of somebody else's: the program answers its own paths, and the court all others. The court is in
 * memory and runs in real time. `PORT=8080 node node-server.ts`
 */
import { createServer } from "node:http"
import { ManagedRuntime } from "effect"
import { Embedded } from "../../scheduler/index.ts"
import { Node, Serve } from "../index.ts"

const port = Number(process.env.PORT ?? 8080)
const baseUrl = `http://127.0.0.1:${port}`

// A court that is to last names a store and a folder: { store: SqliteStore.layer({ file }), keys: "./keys", clock: "real" }.
const runtime = ManagedRuntime.make(Embedded.layer({ clock: "real" }))
const app = Serve.app({ baseUrl, contact: null, sandbox: false, rateLimit: null, mail: false })
const court = await runtime.runPromise(Node.handler(app))

const server = createServer((request, response) => {
  if (request.url === "/hello") response.end("This path is the platform's own.\n")
  else court(request, response)
})
server.listen(port, "127.0.0.1", () => console.log(`The platform and its court are at ${baseUrl}.`))

// The requests under way are answered before the court is closed.
process.once("SIGTERM", () => server.close(() => void runtime.dispose()))
