import { Effect } from "effect"
import { type Html, html, markdown } from "./Html.ts"
import { type Instruments, table } from "./Parts.ts"

const instrumentLink = ({ id, title }: Instruments["items"][number]): Html =>
  html`<a href="/rules/${encodeURIComponent(id)}">${title}</a>`

/** The model clauses, for operators to paste into their contracts. */
export const clausesPage = (text: string): Effect.Effect<Html> =>
  Effect.map(
    markdown(text),
    (words) => html`<article>
${words}
</article>`,
  )

/** An instrument as it is published, and the others beside it. */
export const lawPage = (text: string, instruments: Instruments): Effect.Effect<Html> =>
  Effect.map(
    markdown(text),
    (words) => html`
<article>
${words}
</article>
<section class="screen" aria-labelledby="instruments">
<h2 id="instruments">All instruments</h2>
<p class="soft">Rendered from the values that the Court's code enforces. The exact text, with its hash, is at <code>/api/v1/instruments/…</code></p>
${table(
  "Instruments of the Court",
  [
    { name: "Instrument", cell: instrumentLink },
    { name: "Version", cell: ({ version }) => version },
    { name: "Status", cell: ({ status }) => status },
    { name: "SHA-256", cell: ({ sha256 }) => html`<span class="hash">${sha256}</span>` },
  ],
  instruments.items,
  "",
)}
</section>`,
  )
