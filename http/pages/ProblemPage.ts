import type { Problem } from "../api/Problem.ts"
import { type Html, html } from "./Html.ts"

/** A refusal as a person reads it. */
export const problemPage = ({ status, title, detail, rule, instance }: Problem): Html => html`
<h1>${title}</h1>
<p class="lede">${detail}</p>
<p class="soft">Status ${status}${rule === undefined ? "" : `, ${rule}`}. ${status >= 500 && html`The fault is logged as <code>${instance}</code>.`}</p>
<p><a href="/">To the first page</a></p>`
