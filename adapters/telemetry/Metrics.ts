/** Every metric of a court. A name is OpenTelemetry's if it has one. No label holds a text that somebody wrote. */
import { type Definition, type Family, family as makeFamily } from "./Family.ts"

type AnyDefinition = Definition<ReadonlyArray<string>>
const listed: Array<AnyDefinition> = []
const family = <const Labels extends ReadonlyArray<string>>(given: Definition<Labels>): Family<Labels> => {
  const made = makeFamily(given)
  listed.push(made)
  return made
}

/** In seconds, each by operation and status, never by path, so that the series stay few. */
export const requests = family({
  name: "http.server.request.duration",
  form: "histogram",
  unit: "s",
  about: "How long requests took, by operation and status.",
  labels: ["http.request.method", "http.route", "http.response.status_code"],
})
/** A level: requests that are being answered now. */
export const activeRequests = family({
  name: "http.server.active_requests",
  form: "level",
  unit: null,
  about: "Requests that are being answered.",
  labels: [],
})
/** A counter of refusals by code, of limits and of failures alike. */
export const refusals = family({
  name: "court.refusals",
  form: "counter",
  unit: null,
  about:
    "Requests that were refused, by code and status: by the law, by a limit (429), or since something failed (5xx).",
  labels: ["court.refusal", "http.response.status_code"],
})
/** A level in bytes, which memory for bodies follows. */
export const bodies = family({
  name: "court.http.bodies.held",
  form: "level",
  unit: "By",
  about: "Bytes held for bodies of requests under way, the first 16 KiB of each aside.",
  labels: [],
})

/** In seconds, from the first attempt to the commit. */
export const commands = family({
  name: "court.command.duration",
  form: "histogram",
  unit: "s",
  about: "How long commands took, with all their attempts, by outcome.",
  labels: ["court.command", "court.outcome"],
})
/** A counter; many for one command mean that its records are contended. */
export const retries = family({
  name: "court.command.retries",
  form: "counter",
  unit: null,
  about: "Commands that began again because what they had read had moved on.",
  labels: ["court.command"],
})
/** In seconds, as the core answers them, without HTTP. */
export const queries = family({
  name: "court.query.duration",
  form: "histogram",
  unit: "s",
  about: "How long questions took, by outcome.",
  labels: ["court.query", "court.outcome"],
})

/** In seconds, with the time that an operation waited for a connection or a turn. */
export const operations = family({
  name: "db.client.operation.duration",
  form: "histogram",
  unit: "s",
  about:
    "How long operations of the store took, with their wait; error.type is empty if the operation succeeded.",
  labels: ["db.system.name", "db.operation.name", "error.type"],
})
/** A counter by result; `mismatch` is a name of a command that was used for another one. */
export const commits = family({
  name: "court.store.commits",
  form: "counter",
  unit: null,
  about: "Commits by result: committed, replayed, mismatch, conflict.",
  labels: ["court.commit.result"],
})
/** In seconds; it grows if a gap in the order of commits is waited for. */
export const journalLag = family({
  name: "court.journal.lag",
  form: "gauge",
  unit: "s",
  about: "How long the newest event that this process has recorded can't be read in the journal yet.",
  labels: [],
})

/** In seconds at most, for each replica of `COURT_STORE_READ` by its place there. */
export const replicaLag = family({
  name: "court.replica.lag",
  form: "gauge",
  unit: "s",
  about:
    "How far a replica for public reads is behind the primary at most, by its place in COURT_STORE_READ; it grows while one of the two gives no answer.",
  labels: ["court.replica"],
})

/** A gauge of work that nobody has taken yet, counted up to 1000. */
export const tasksDue = family({
  name: "court.tasks.due",
  form: "gauge",
  unit: null,
  about: "Tasks that are due and that no scheduler has taken; 1000 stands for that many or more.",
  labels: [],
})
/** In seconds by the court's clock, which a sandbox moves. */
export const oldestTask = family({
  name: "court.tasks.oldest.age",
  form: "gauge",
  unit: "s",
  about: "How long the oldest of these tasks is overdue by the court's clock.",
  labels: [],
})
/** In seconds; `lost` means that another process took the task meanwhile. */
export const tasks = family({
  name: "court.task.duration",
  form: "histogram",
  unit: "s",
  about: "How long tasks took, by kind and ending: done, lost, postponed, left.",
  labels: ["court.task", "court.outcome"],
})
/** In seconds, for each loop of the scheduler and each type of error. */
export const turns = family({
  name: "court.scheduler.turn.duration",
  form: "histogram",
  unit: "s",
  about: "How long a look of the scheduler took, by loop; error.type is empty if the look succeeded.",
  labels: ["court.loop", "error.type"],
})

/** In seconds, for each attempt and not for each notice. */
export const deliveries = family({
  name: "court.delivery.duration",
  form: "histogram",
  unit: "s",
  about: "How long attempts to deliver took, by channel and outcome.",
  labels: ["court.channel", "court.outcome"],
})

/** In seconds, under the names that OpenTelemetry has for calls of models. */
export const models = family({
  name: "gen_ai.client.operation.duration",
  form: "histogram",
  unit: "s",
  about:
    "How long answers of models took; error.type is empty if the answer came. A model that no configuration names is _OTHER.",
  labels: ["gen_ai.operation.name", "gen_ai.request.model", "error.type"],
})
/** A counter in US dollars, which is missing for a provider that tells no price. */
export const modelCost = family({
  name: "court.model.cost.usd",
  form: "counter",
  unit: null,
  about: "The cost of the answers of models, in US dollars, as far as the endpoint or a price tells.",
  labels: ["gen_ai.request.model"],
})

/** A gauge in seconds since 1970, so that an alert compares it with the time. */
export const chainsRead = family({
  name: "court.chain.read.time",
  form: "gauge",
  unit: "s",
  about:
    "When a network, or the prices, were last read whole: seconds since 1970. Before the first time, when reading began.",
  labels: ["court.network"],
})

/** The median delay of the event loop, in seconds since the last sample. */
export const eventLoopP50 = family({
  name: "nodejs.eventloop.delay.p50",
  form: "gauge",
  unit: "s",
  about: "The median delay of the event loop since the last sample.",
  labels: [],
})
/** In seconds, since the last sample; it is what a caller waits for beside the work itself. */
export const eventLoopP99 = family({
  name: "nodejs.eventloop.delay.p99",
  form: "gauge",
  unit: "s",
  about: "The 99th percentile of the event loop's delay since the last sample.",
  labels: [],
})
/** The longest delay of the event loop, in seconds since the last sample. */
export const eventLoopMax = family({
  name: "nodejs.eventloop.delay.max",
  form: "gauge",
  unit: "s",
  about: "The longest delay of the event loop since the last sample.",
  labels: [],
})
/** A gauge in bytes, as the operating system counts them. */
export const memory = family({
  name: "process.memory.usage",
  form: "gauge",
  unit: "By",
  about: "Memory of the process that is resident.",
  labels: [],
})

/** All metrics, in the order in which they are defined above, which is that of the page on telemetry. */
export const all: ReadonlyArray<AnyDefinition> = listed
