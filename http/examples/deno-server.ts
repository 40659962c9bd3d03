/**
 * The court inside `Deno.serve`, or any server that takes a function from a `Request` to a `Response`: the program answers its own paths,
 * and the court all others. The court is in memory and runs in real time. `PORT=8080 deno run -A deno-server.ts`
 */
import process from "node:process"
import { ManagedRuntime } from "effect"
import { Embedded } from "../../scheduler/index.ts"
import { Serve, Web } from "../index.ts"

/** The part of Deno that this program uses, for compilers that do not know Deno. */
declare const Deno: {
  readonly serve: (
    options: { readonly hostname: string; readonly port: number },
    answer: (
      request: Request,
      from: { readonly remoteAddr: { readonly hostname: string } },
    ) => Response | Promise<Response>,
  ) => { readonly shutdown: () => Promise<void> }
}

const port = Number(process.env.PORT ?? 8080)
const baseUrl = `http://127.0.0.1:${port}`

const runtime = ManagedRuntime.make(Embedded.layer({ clock: "real" }))
const app = Serve.app({ baseUrl, contact: null, sandbox: false, rateLimit: null, mail: false })
const court = await runtime.runPromise(Web.handler(app))

const server = Deno.serve({ hostname: "127.0.0.1", port }, (request, { remoteAddr }) =>
  new URL(request.url).pathname === "/hello"
    ? new Response("This path is the platform's own.\n")
    : court(request, remoteAddr.hostname),
)
console.log(`The platform and its court are at ${baseUrl}.`)

// The requests under way are answered before the court is closed.
process.once("SIGTERM", () => void server.shutdown().then(() => runtime.dispose()))
