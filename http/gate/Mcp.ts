/** The gate before the tools of an MCP server: `guardTools(client, gate({ court }), { party: "https://seller.example/mcp" })`. */
import { Refused } from "./Call.ts"
import type { Gate } from "./Gate.ts"

interface Calls<Params, Rest extends ReadonlyArray<unknown>, Result> {
  readonly callTool: (params: Params, ...rest: Rest) => Promise<Result>
}

/** Whose server it is, and which of its tools cost something; all of them if that is left out. */
interface Guarded<Params> {
  readonly party: string
  readonly costs?: (params: Params) => boolean
}

/** `callTool` of a client, which asks the court first and throws `Refused` instead of calling a party that the gate does not let through. */
export const guardTools =
  <Params, Rest extends ReadonlyArray<unknown>, Result>(
    client: Calls<Params, Rest, Result>,
    { ask }: Gate,
    { party, costs = () => true }: Guarded<Params>,
  ): Calls<Params, Rest, Result>["callTool"] =>
  async (params, ...rest) => {
    if (costs(params)) {
      const { allow, why } = await ask(party, params)
      if (!allow) throw new Refused(why.join(" "))
    }
    return client.callTool(params, ...rest)
  }
