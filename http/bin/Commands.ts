import type { Listed } from "./Cli.ts"

export const commands: Readonly<Record<string, Listed>> = {
  serve: {
    summary: "Serve the court over HTTP, with its scheduler inside",
    load: () => import("./serve.ts"),
  },
  schedule: {
    summary: "Run the scheduler alone, beside a court that serves",
    load: () => import("./schedule.ts"),
  },
  demo: {
    summary: "Play a contested dispute and a default, from enrolment to the Register of Compliance",
    load: () => import("./demo.ts"),
  },
  open: {
    summary: "Give the operator of a party a link, for one use, to the page of its matter",
    load: () => import("./open.ts"),
  },
  verify: {
    summary:
      "Check the seal of a judgment, the signature of a compliance record, or a proof that the log has what was recorded",
    load: () => import("./verify.ts"),
  },
  rejudge: {
    summary: "Compute a judgment on the papers again from what its judge read, and compare it byte for byte",
    load: () => import("./rejudge.ts"),
  },
  advertise: {
    summary: "Write what a seller publishes so that its disputes go to a court",
    load: () => import("./advertise.ts"),
  },
  criteria: {
    summary: "Say what acceptance criteria ask for, and check a delivery by them",
    load: () => import("./criteria.ts"),
  },
  replay: {
    summary: "Compute the public registers again from the public journal and compare",
    load: () => import("./replay.ts"),
  },
  monitor: {
    summary: "Follow the log of a court, and hold the court to what it signed and to its rules",
    load: () => import("./monitor.ts"),
  },
  conformance: { summary: "Run the conformance kit against a store", load: () => import("./conformance.ts") },
  "bench-judge": {
    summary: "Try judges on matters whose answers are known, and on words that are written to move them",
    load: () => import("./benchJudge.ts"),
  },
  simulate: {
    summary: "Ask what would happen: run scenarios over virtual time on the court's own rules",
    load: () => import("./simulate.ts"),
  },
  keys: { summary: "List, locate and rotate the court's keys", load: () => import("./keys.ts") },
  backup: {
    summary: "Take a backup of a court while it serves: its keys, and its store if that is a file",
    load: () => import("./backup.ts"),
  },
  restore: { summary: "Put a backup back, or try it", load: () => import("./restore.ts") },
  doctor: {
    summary: "Examine a court from outside: configuration, keys, clock, disk, store, work that is due",
    load: () => import("./doctor.ts"),
  },
  deliveries: {
    summary: "Show the attempts to deliver an agent's notices beyond its inbox",
    load: () => import("./deliveries.ts"),
  },
  witness: {
    summary: "Sign the checkpoints of logs that only grow, so that courts witness one another",
    load: () => import("./witness.ts"),
  },
  enrol: {
    summary: "Ask an open witness to sign the checkpoints of a court's log",
    load: () => import("./enrol.ts"),
  },
  law: { summary: "Load the library of international law", load: () => import("./law.ts") },
  registrar: { summary: "Act as the Registrar of a court that serves", load: () => import("./registrar.ts") },
}
