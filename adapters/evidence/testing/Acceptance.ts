/** Decisions on tasks of A2A for tests, after the messages that version 1.0.0 (draft) of the extension shows. */
import { type Pair, seconds, token } from "./Artifacts.ts"

const extension =
  "https://github.com/sweengineeringlabs/a2a-proposal/tree/main/extension/experimental-ext-acceptance/v1"

interface Given {
  readonly taskId?: string
  readonly decision?: unknown
  /** The criteria of the task, if the message has them. */
  readonly criteria?: unknown
  /** Seconds since 1970; null if the payload does not say when it was signed. */
  readonly iat?: number | null
  readonly extensions?: ReadonlyArray<string>
}

/** A message that its sender signed, by default an acceptance of the task. */
export const decisionMessage = async (
  { pair, kid }: { readonly pair: Pair; readonly kid: string },
  {
    taskId = "t-123",
    decision = { action: "accept" },
    criteria,
    iat = seconds - 60,
    extensions = [extension],
  }: Given = {},
): Promise<{ readonly a2aMessage: string }> => {
  const metadata = {
    ...(decision === null ? {} : { [`${extension}/decision`]: decision }),
    ...(criteria === undefined ? {} : { [`${extension}/criteria`]: criteria }),
  }
  const message = { taskId, contextId: "c-9", role: "user", parts: [], extensions, metadata }
  return { a2aMessage: await token(pair, { message, ...(iat === null ? {} : { iat }) }, { kid }) }
}
