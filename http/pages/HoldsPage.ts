import { type Html, html } from "./Html.ts"
import { table, time } from "./Parts.ts"
import type { Revocations } from "./Values.ts"

type Line = Revocations["revoked"][number]

const hash = (text: string): Html => html`<span class="hash">${text}</span>`

/** What a hold is, by whose key its instructions are signed, and which of them are void. */
export const holdsPage = ({ revoked, asOf }: Revocations, signer: string): Html => html`
<h1>Holds</h1>
<p class="lede">A hold names an escrow that lies between two agents, with the Court as referee (<a href="/rules/PD2">PD2 §§6A to 6H</a>). The Court holds no funds and can release none: on a final judgment it signs an instruction, which the escrow's own parties act on.</p>
<p>Instructions are signed under the address ${hash(signer)}. An instruction takes effect only some time after it is signed; until shortly before, the Registrar may revoke it. Holds themselves are shown to their two parties.</p>
${table(
  "Revoked instructions that could still be spent otherwise",
  [
    { name: "Instruction (EIP-712 digest)", cell: ({ digest }: Line) => hash(digest) },
    { name: "Chain", cell: ({ chainId }: Line) => String(chainId) },
    { name: "Escrow", cell: ({ verifyingContract }: Line) => hash(verifyingContract) },
    { name: "Revoked", cell: ({ revokedAt }: Line) => time(revokedAt) },
  ],
  revoked,
  "None is revoked.",
)}
<p>As of ${time(asOf)}. Each revocation with its signature: <code>GET /api/v1/holds/revocations</code>. Why one was revoked stands in the journal: <code>GET /api/v1/journal</code>.</p>`
