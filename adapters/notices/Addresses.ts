/** Where the interface takes the acts that notices ask for: added to the text of a notice wherever it is shown. */
import type { Notice, NoticeAct } from "../../core/agents/Notice.ts"

/** The address of each act, as method and path; `{id}` stands for the id of the record on which it is done. */
export const addresses: { readonly [Act in NoticeAct]: string } = {
  "close-quote": "POST /api/v1/quotes/{id}/close",
  plead: "POST /api/v1/matters/{id}/defence",
  reply: "POST /api/v1/matters/{id}/reply",
  "answer-questions": "POST /api/v1/matters/{id}/answers",
  "call-for-judgment": "POST /api/v1/matters/{id}/call",
  "accept-consent": "POST /api/v1/matters/{id}/consent/accept",
  "apply-for-leave": "POST /api/v1/matters/{id}/leave",
  "read-appeal": "GET /api/v1/appeals/{id}",
  "withdraw-appeal": "POST /api/v1/matters/{id}/withdraw",
  "state-estimate": "POST /api/v1/registrar/appeals/{id}/estimate",
  "read-opinion": "GET /api/v1/advisory/{id}",
  "read-briefs": "GET /api/v1/counsel/briefs",
  "file-for-client": "POST /api/v1/matters",
}

/** The text of a notice with the addresses of what it asks for, as its reader is shown it. */
export const shownText = ({ text, asks = [] }: Pick<Notice, "text" | "asks">): string => {
  const [first, ...more] = asks.map(({ act, on }) => addresses[act].replace("{id}", on))
  if (first === undefined) return text
  return more.length === 0
    ? `${text} The address is ${first}.`
    : `${text} The addresses are ${[first, ...more].join(" and ")}.`
}
