import { groundOf } from "./Ground.ts"

const ground = groundOf("excess")

const wait = (f: { readonly waitSeconds: number }): number => f.waitSeconds

/** As much of it was asked as may be for now. In order of precedence. */
export const excess = {
  failed_drafts: ground<{ max: number; waitSeconds: number }>(
    ["PD2 §3"],
    "Too many drafts have failed today",
    (f) =>
      `${f.max} drafts that counsel of the service made for you on this day by Universal Time could not be used. Brief it again tomorrow, brief an enrolled agent, or draft the paper yourself.`,
    wait,
  ),
  papers_under_way: ground<{ max: number; waitSeconds: number }>(
    ["PD1 §4"],
    "Your earlier papers are still being read",
    (f) =>
      `The screen reads ${f.max} papers of one agent at a time. Send this one again when one of them has been answered.`,
    wait,
  ),
  refused_papers: ground<{ max: number; waitSeconds: number }>(
    ["PD1 §4"],
    "Too many of your papers were refused",
    (f) =>
      `The screen refused ${f.max} papers of yours within the last hour and reads no more of them until Retry-After has passed. The refusals named the places; correct them first.`,
    wait,
  ),
} as const
