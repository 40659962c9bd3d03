/** The court's tools, prompts and resources as a server of the protocol: what the library asks, and what the court says. */
import type { Tool as McpTool } from "@modelcontextprotocol/server"
import { Either } from "effect"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { interfaceVersion } from "../api/Operation.ts"
import type { Outcome } from "../server/App.ts"
import { instructionsOf } from "./Instructions.ts"
import * as Invoke from "./Invoke.ts"
import { type BoundTools, bindTools, listTools } from "./Listing.ts"
import * as Naming from "./Naming.ts"
import { promptOf, prompts } from "./Prompts.ts"
import * as Reading from "./Reading.ts"
import { resources, templates, unknownAddress } from "./Resources.ts"

export interface McpOptions {
  readonly baseUrl: string
  readonly sandbox: boolean
}

/** The library is loaded at the first request, so a court that nobody asks here doesn't pay for it. */
export const loadLibrary = () => import("@modelcontextprotocol/server")
type Library = Awaited<ReturnType<typeof loadLibrary>>

/** How long a client may keep a list, which is the same for everybody. */
const listHint = { ttlMs: 600_000, cacheScope: "public" } as const
const cacheHints = {
  "tools/list": listHint,
  "prompts/list": listHint,
  "resources/list": listHint,
  "resources/templates/list": listHint,
}

/** One exchange: the figures in force, how many members and elements its message has, and how it calls an operation. */
export interface Exchange {
  readonly terms: Terms
  readonly items: number
  readonly call: (called: Invoke.OperationCall) => Promise<Outcome>
}

/** Calls the operation of a tool, and makes the result of what it answers. */
const callTool = async (
  { call: send }: Exchange,
  { inText, inAnswer }: Naming.Naming,
  call: Invoke.OperationCall,
) => {
  const { manner, operation } = call
  const name = (answer: unknown) => inAnswer(operation, answer)
  const outcome = manner === null ? await send(call) : await Reading.perform({ ...call, manner }, send, name)
  if (Either.isLeft(outcome)) return Invoke.refusalResult(outcome.left, inText)
  if (manner === null || manner.signed) return Invoke.resultOf(outcome.right, name)
  const read = Reading.resultOf(outcome.right, manner, name)
  return Either.isRight(read) ? read.right : Invoke.invalidResult({ errors: read.left })
}

/** `make` gives a new server for each exchange. */
export const serverOf = (options: McpOptions) => {
  const bound: BoundTools = bindTools()
  const instructions = instructionsOf(options)
  let announced: { readonly terms: Terms; readonly tools: Array<McpTool> } | null = null
  const toolsUnder = (terms: Terms): Array<McpTool> => {
    if (announced?.terms !== terms) announced = { terms, tools: listTools(bound, terms) }
    return announced.tools
  }
  const naming = Naming.make(bound)
  const make = (library: Library, exchange: Exchange) => {
    const { Server, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } = library
    const server = new Server(
      {
        name: "agent-court",
        title: "Agent Dispute Court",
        version: interfaceVersion,
        websiteUrl: options.baseUrl,
      },
      { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions, cacheHints },
    )
    server.setRequestHandler("tools/list", () => ({ tools: toolsUnder(exchange.terms) }))
    server.setRequestHandler("tools/call", async ({ params: { name, arguments: args = {} } }) => {
      const call = Invoke.callOf(bound, { name, args, baseUrl: options.baseUrl }, exchange.items)
      if (call === null)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool: tools/list names every tool")
      if ("errors" in call) return Invoke.invalidResult(call)
      return "forHost" in call ? Invoke.hostResult(call.forHost) : callTool(exchange, naming, call)
    })
    server.setRequestHandler("prompts/list", () => ({ prompts }))
    server.setRequestHandler("prompts/get", ({ params: { name, arguments: given = {} } }) => {
      const prompt = promptOf(name, given, exchange.terms)
      if ("fault" in prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, prompt.fault)
      const content = { type: "text", text: prompt.text } as const
      return { description: prompt.description, messages: [{ role: "user", content }] }
    })
    server.setRequestHandler("resources/list", () => ({ resources }))
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: templates }))
    server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
      const read = Invoke.readOf(uri, exchange.items)
      if (read === null) throw new ResourceNotFoundError(uri, unknownAddress)
      const outcome = await exchange.call(read)
      if (Either.isRight(outcome)) return Invoke.resourceResult(uri, outcome.right)
      const { problem } = outcome.left
      const said = `${problem.title}: ${naming.inText(problem.detail)}`
      if (problem.status === 404) throw new ResourceNotFoundError(uri, said)
      throw new ProtocolError(ProtocolErrorCode.InternalError, said, problem)
    })
    return server
  }
  return { bound, make }
}
