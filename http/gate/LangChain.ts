/** The gate as middleware of LangChain 1: `createMiddleware({ name: "Gate", wrapToolCall: wrapTools(gate({ court }), partyOf, refuse) })`. */
import { type PartyOf, reasonAgainst } from "./Call.ts"
import type { Gate } from "./Gate.ts"

/** A call of a tool as LangChain hands it to middleware; `args` is the input of the tool. */
export interface LangChainCall {
  readonly id?: string | undefined
  readonly name: string
  readonly args: unknown
}

/** Answers a refused call by `refuse`, which makes the message that the model reads, and passes every other call on. */
export const wrapTools =
  <Refusal>(gate: Gate, partyOf: PartyOf, refuse: (reason: string, call: LangChainCall) => Refusal) =>
  async <Request extends { readonly toolCall: LangChainCall }, Result>(
    request: Request,
    handler: (request: Request) => Result | Promise<Result>,
  ): Promise<Result | Refusal> => {
    const { toolCall } = request
    const reason = await reasonAgainst(gate, partyOf, toolCall.name, toolCall.args)
    return reason === null ? handler(request) : refuse(reason, toolCall)
  }
