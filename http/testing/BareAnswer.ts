/** Bare Fastify that answers every request with the same text: `node BareAnswer.ts <text>` prints its port. */
import fastify from "fastify"

const [, , body] = process.argv
const server = fastify()
server.get("/*", (_request, reply) => reply.type("application/json; charset=utf-8").send(body))
await server.listen({ port: 0, host: "127.0.0.1" })
const address = server.server.address()
if (address === null || typeof address === "string") throw new Error("the server has no port")
console.log(JSON.stringify({ port: address.port, key: "none" }))
