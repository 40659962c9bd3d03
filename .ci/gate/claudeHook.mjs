// Claude Code: a hook before a tool is used, as a program with JSON on its standard input and output.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

const program = (court) => `
// The lines that a user writes.
import { text } from "node:stream/consumers"
import { beforeTool, gate } from "agent-court/gate"

const partyOf = ({ name, input }) => (name === "mcp__bank__pay" ? input.to : null)
const hook = beforeTool(gate({ court: "${court}" }), partyOf)
const output = await hook(JSON.parse(await text(process.stdin)))
if (output !== null) console.log(JSON.stringify(output))
// The end of these lines.
`

export const played = async ({ court, to, pay }) => {
  const folder = mkdtempSync(join(import.meta.dirname, "node_modules/hook-"))
  const file = join(folder, "hook.mjs")
  writeFileSync(file, program(court))
  const given = { hook_event_name: "PreToolUse", tool_name: "mcp__bank__pay", tool_input: { to } }
  const running = run(process.execPath, [file])
  running.child.stdin.end(JSON.stringify(given))
  const { stdout } = await running
  rmSync(folder, { recursive: true })
  // Claude Code calls the tool unless the hook denies it.
  if (stdout === "") return pay()
  const { hookSpecificOutput: said } = JSON.parse(stdout)
  return said.hookEventName === "PreToolUse" && said.permissionDecision === "deny"
    ? said.permissionDecisionReason
    : pay()
}
