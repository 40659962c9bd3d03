/** Every metric of a court. A name is OpenTelemetry's if it has one. No label holds a text that somebody wrote. */
import { type Definition, type Family, family as makeFamily } from "./Family.ts"

type AnyDefinition = Definition<ReadonlyArray<string>>
const listed: Array<AnyDefinition> = []
const family = <const Labels extends ReadonlyArray<string>>(given: Definition<Labels>): Family<Labels> => {
  const made = makeFamily(given)
  listed.push(made)
  return made
}

export const requests = family({
  name: "http.server.request.duration",
  form: "histogram",
  unit: "s",
  about: "How long requests took, by operation and status.",
  labels: ["http.request.method", "http.route", "http.response.status_code"],
})
export const activeRequests = family({
  name: "http.server.active_requests",
  form: "level",
  unit: null,
  about: "Requests that are being answered.",
  labels: [],
})
export const refusals = family({
  name: "court.refusals",
  form: "counter",
  unit: null,
  about:
    "Requests that were refused, by code and status: by the law, by a limit (429), or since something failed (5xx).",
  labels: ["court.refusal", "http.response.status_code"],
})
export const bodies = family({
  name: "court.http.bodies.held",
  form: "level",
  unit: "By",
  about: "Bytes held for bodies of requests under way, the first 16 KiB of each aside.",
  labels: [],
})

export const commands = family({
  name: "court.command.duration",
  form: "histogram",
  unit: "s",
  about: "How long commands took, with all their attempts, by outcome.",
  labels: ["court.command", "court.outcome"],
})
export const retries = family({
  name: "court.command.retries",
  form: "counter",
  unit: null,
  about: "Commands that began again because what they had read had moved on.",
  labels: ["court.command"],
})
export const queries = family({
  name: "court.query.duration",
  form: "histogram",
  unit: "s",
  about: "How long questions took, by outcome.",
  labels: ["court.query", "court.outcome"],
})

export const operations = family({
  name: "db.client.operation.duration",
  form: "histogram",
  unit: "s",
  about:
    "How long operations of the store took, with their wait; error.type is empty if the operation succeeded.",
  labels: ["db.system.name", "db.operation.name", "error.type"],
})
export const commits = family({
  name: "court.store.commits",
  form: "counter",
  unit: null,
  about: "Commits by result: committed, replayed, mismatch, conflict.",
  labels: ["court.commit.result"],
})
export const journalLag = family({
  name: "court.journal.lag",
  form: "gauge",
  unit: "s",
  about: "How long the newest event that this process has recorded can't be read in the journal yet.",
  labels: [],
})

export const replicaLag = family({
  name: "court.replica.lag",
  form: "gauge",
  unit: "s",
  about:
    "How far a replica for public reads is behind the primary at most, by its place in COURT_STORE_READ; it grows while one of the two gives no answer.",
  labels: ["court.replica"],
})

export const tasksDue = family({
  name: "court.tasks.due",
  form: "gauge",
  unit: null,
  about: "Tasks that are due and that no scheduler has taken; 1000 stands for that many or more.",
  labels: [],
})
export const oldestTask = family({
  name: "court.tasks.oldest.age",
  form: "gauge",
  unit: "s",
  about: "How long the oldest of these tasks is overdue by the court's clock.",
  labels: [],
})
export const tasks = family({
  name: "court.task.duration",
  form: "histogram",
  unit: "s",
  about: "How long tasks took, by kind and ending: done, lost, postponed, left.",
  labels: ["court.task", "court.outcome"],
})
export const turns = family({
  name: "court.scheduler.turn.duration",
  form: "histogram",
  unit: "s",
  about: "How long a look of the scheduler took, by loop; error.type is empty if the look succeeded.",
  labels: ["court.loop", "error.type"],
})

export const deliveries = family({
  name: "court.delivery.duration",
  form: "histogram",
  unit: "s",
  about: "How long attempts to deliver took, by channel and outcome.",
  labels: ["court.channel", "court.outcome"],
})

export const models = family({
  name: "gen_ai.client.operation.duration",
  form: "histogram",
  unit: "s",
  about:
    "How long answers of models took; error.type is empty if the answer came. A model that no configuration names is _OTHER.",
  labels: ["gen_ai.operation.name", "gen_ai.request.model", "error.type"],
})
export const modelCost = family({
  name: "court.model.cost.usd",
  form: "counter",
  unit: null,
  about: "What answers of models cost, in US dollars, as far as the endpoint or a price tells.",
  labels: ["gen_ai.request.model"],
})

export const chainsRead = family({
  name: "court.chain.read.time",
  form: "gauge",
  unit: "s",
  about:
    "When a network, or the prices, were last read whole: seconds since 1970. Before the first time, when reading began.",
  labels: ["court.network"],
})

export const eventLoopP50 = family({
  name: "nodejs.eventloop.delay.p50",
  form: "gauge",
  unit: "s",
  about: "The median delay of the event loop since the last sample.",
  labels: [],
})
export const eventLoopP99 = family({
  name: "nodejs.eventloop.delay.p99",
  form: "gauge",
  unit: "s",
  about: "The 99th percentile of the event loop's delay since the last sample.",
  labels: [],
})
export const eventLoopMax = family({
  name: "nodejs.eventloop.delay.max",
  form: "gauge",
  unit: "s",
  about: "The longest delay of the event loop since the last sample.",
  labels: [],
})
export const memory = family({
  name: "process.memory.usage",
  form: "gauge",
  unit: "By",
  about: "Memory of the process that is resident.",
  labels: [],
})

/** All metrics, in the order in which they are defined above, which is that of the page on telemetry. */
export const all: ReadonlyArray<AnyDefinition> = listed
