// The commands that the READMEs and the pages show, and how CI runs each: here by `.ci/commands.mjs`, by a file of CI, or not, with the
// reason. A command without a row is a fault, and so is a row whose command stands on no page.
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")

/** Run here, in the folder of the court. `as` is what is run if the page only names the command, or to measure for a shorter time. */
const here = (as) => ({ as })
/** Run by these files: each has these words. */
const by = (...files) => ({ files })
const not = (reason) => ({ reason })
const drill = (words) => by(["http/trials/Drill.operating.test.ts", words])
const figures = not("its figures need a machine with nothing else to do, and many minutes")
const machine = (what) => not(`it changes the operator's machine: ${what}`)

/** Steps of `.ci/run`, with arguments of their own or without. */
const steps = [
  "ci",
  "test",
  "run typecheck",
  "run lint",
  "run package",
  "run coverage",
  "run browser",
  "run operating",
  "run contract",
  "run protocols",
  "run fuzz",
  "run histories",
  "run seeds",
  "run explore",
  "run prove",
  "run models",
  "run crash",
  "run disk",
  "run soak",
  "run cluster",
  "run commands",
  "run simpy",
  "run words",
]
const examples = "scheduler/laboratory/examples"

/** The rows. */
export const table = {
  ...Object.fromEntries(steps.map((name) => [`npm ${name}`, { step: true }])),
  "npm ci && npm start": by([".ci/run", "\nnpm ci\n"], [".ci/starts.mjs", '"npm", ["start"]']),
  "npm ci && npm test": by(
    [".ci/run", "\nnpm ci\n"],
    [".ci/run", "\nnpm run coverage\n"],
    [".ci/run", "\nnpm test -- --config .ci/others.config.ts\n"],
  ),
  "npm start": by([".ci/starts.mjs", '"npm", ["start"]']),
  "deno task start": by([".ci/starts.mjs", '"deno", ["task", "start"]']),
  "deno task test": by([".ci/starts.mjs", '"deno", ["task", "test"']),
  "npx agent-court": by([".ci/starts.mjs", '"npx", ["agent-court"']),
  "npm ci && npm pack": by([".ci/run", "\nnpm ci\n"], [".ci/package/run.mjs", 'ran("npm", ["pack"']),
  "npm install ./agent-court-0.1.0.tgz effect@3": by([".ci/package/run.mjs", '"effect@3"']),
  "cp node_modules/agent-court/dist/examples/dispute.mts .": by([".ci/package/run.mjs", "copyFileSync"]),
  "node dispute.mts": by(
    [".ci/package/run.mjs", '"dispute.mjs"'],
    ["http/examples/Embedded.long.test.ts", '"dispute.ts"'],
  ),
  "esbuild court.mts --bundle --platform=node --format=esm --external:better-sqlite3 --outfile=court.mjs": by(
    [".ci/package/bundles.mjs", 'external: ["better-sqlite3"]'],
  ),
  "npm install --prefix /opt/agent-court --ignore-scripts ./agent-court-0.1.0.tgz better-sqlite3@13": by([
    ".ci/package/run.mjs",
    'ran("npm", ["install", "--ignore-scripts"',
  ]),
  ...Object.fromEntries(
    ["@deno/kv", "@effect/sql-pg", "better-sqlite3"].map((name) => [
      `npm install ${name}`,
      not("`npm ci` has installed it, as the lock file names it"),
    ]),
  ),
  "npm test -- core": not("`npm test` runs these tests among all"),
  "npm test -- core/compliance": not("`npm test` runs these tests among all"),
  "npm run test:long -- http/trials/stores": not("`npm run test:long` runs these tests among all"),
  "npm run test:long -- http/client/Bundle": not("`npm run test:long` runs these tests among all"),
  "npm run ci": not("it is CI itself"),
  "npm run nightly": not("it is what CI has no time for"),
  "npm run words -- list CLASS FOLDER": not("it only prints what `npm run words` has counted"),
  "npm run format": not("it rewrites files; `npm run lint` finds the same"),
  "npm run coverage-table": not("it rewrites the tables; `npm test` compares them"),
  "npm run answers": not("it rewrites the examples; `npm test` compares them"),
  "npm run explore -- --deep": by([".ci/nightly", "npm run explore -- --deep"]),
  "npm run prove -- --deep": by([".ci/nightly", "npm run prove -- --deep"]),
  "npm run prove -- --mutants": by([".ci/nightly", "npm run prove -- --mutants"]),
  "npm run prove -- --write": not("it rewrites the tables of a page; `npm test` compares them"),
  "npm run bench": figures,
  "npm run bench -- --write": figures,
  "npm run accounts -- 100000 SEED": by([".ci/nightly", "npm run accounts -- 100000"]),
  "npm run bench -- Notarise": figures,
  "npm run bench -- Replicas": figures,
  "npm run bench -- ScaleOut": figures,
  "npm run bench -- Start": figures,
  "npm run bench -- Telemetry": figures,
  "npm run bench -- Transitions": figures,
  "npm run sizes": here("npm run sizes -- 0.2"),
  "npm run versions -- sqlite 0 ../parent .": here("npm run versions -- sqlite 0 . . --turns 1 --warm-up 1"),
  "npm run flat -- 1000000 sqlite": here("npm run flat -- 1000 sqlite 0.2 1"),
  "npm run flat -- 1000000 postgres": by([".ci/nightly", "npm run flat -- 1000000 postgres"]),
  "npm run day -- postgres": by([".ci/nightly", "npm run day -- postgres"]),
  "npm run contention -- 5": here("npm run contention -- 0.2 sqlite"),
  "npm run diagrams": here(),
  "npm run bundle -- --beside": by([".ci/nightly", "npm run bundle -- --beside"]),
  "npm run mutants": by([".ci/nightly", "npm run mutants -- "]),
  "npm run gate": by([".ci/nightly", "npm run gate"]),
  "npm run demo": here(),
  "npm run demo -- --keep": by(["http/examples/demo/Kept.long.test.ts", 'command(["demo", "--keep"]']),
  "npm run demo -- --gate": here(),
  "npm run demo -- --holds": here(),
  "npm run demo -- --x402": here(),
  "agent-court serve --help": here(),
  "agent-court registrar --help": here(),
  "agent-court registrar record-eligibility": by([
    "http/trials/Start.long.test.ts",
    "The Registrar opens it by",
  ]),
  "agent-court registrar record-eligibility --reference <reference> --statement <statement>": by([
    "http/trials/Start.long.test.ts",
    "The Registrar opens it by",
  ]),
  "agent-court verify <file or address>": here(),
  "agent-court verify <file or address> --proof <file>": by([
    "http/audit/verify/Proof.test.ts",
    "verify(judgment, { proof, policy: trusted })",
  ]),
  "agent-court rejudge <folder>": by(["http/bin/Rejudge.test.ts", '"rejudge", folder']),
  "agent-court rejudge <address> --matter <id> --key <file> --save <folder>": by([
    "http/bin/Rejudge.test.ts",
    '"--save", folder',
  ]),
  "npm run rejudge-many -- 10000 SEED": by([".ci/nightly", "npm run rejudge-many -- 10000"]),
  "agent-court advertise <address> <handle>": by(["http/bin/Advertise.test.ts", 'ran(address(), "seller")']),
  "agent-court criteria explain <criteria>": here(),
  "agent-court criteria check <criteria> <artifact>": here(),
  "agent-court criteria translate <file> --from judge-protocol": by([
    "http/bin/Criteria.test.ts",
    '"--from", "judge-protocol"',
  ]),
  "agent-court monitor <address> --state <file>": by([
    "http/trials/LogTampering.long.test.ts",
    'ran(command, address, { state, ...texts }, ["once"])',
  ]),
  "agent-court enrol <witness> --contact <words>": by([
    "http/audit/witness/Open.test.ts",
    'ran(witness.url, { keys, contact: "ops", qpd: "24" })',
  ]),
  "agent-court witness": by(["http/audit/witness/Witness.long.test.ts", 'name: "witness.example/of"']),
  "agent-court replay <address>": drill('["replay", second.url]'),
  "agent-court replay <address> --list": by(["http/audit/replay/Listed.test.ts", "compareList(list, items)"]),
  "agent-court replay <address> --since <journal>": here(),
  "agent-court registrar list-transfers": here(),
  "agent-court deliveries <handle>": by(["http/trials/Acceptance.test.ts", '["deliveries", handle']),
  "agent-court backup": here("agent-court backup backups"),
  "agent-court backup <folder>": drill('["backup", join(root, "backups")]'),
  "agent-court restore <backup>": drill('["restore", backup]'),
  "agent-court restore <backup> --check": here(),
  "agent-court restore <backup> --accept-loss": by([
    "http/operate/backup/Loss.long.test.ts",
    "{ acceptLoss: true }",
  ]),
  "agent-court doctor": drill('["doctor"]'),
  "agent-court law import <folder>": here(),
  "agent-court conformance --store ./my-store.ts": here(),
  "agent-court conformance --list": here(),
  "agent-court conformance --store ./my-store.ts --only shared.": here(),
  "agent-court conformance --init ./my-store.ts": here("agent-court conformance --init ./begun-store.ts"),
  "npm run lies": by(["scheduler/laboratory/lies/Written.test.ts", "await writeLies(folder, folder)"]),
  "npm run lies-in-court": not("it plays every case in a court of its own, for minutes: .ci/nightly runs it"),
  "agent-court bench-judge --judge all --out judged": here(
    "agent-court bench-judge --judge all --out judged --matters 5",
  ),
  "agent-court bench-judge --url https://models.example/v1 --model example/model-4 --price 3/15 --cost-max 20 --out judged":
    by(["http/bin/judges/BenchJudge.test.ts", '"--url", server.url, "--model"']),
  "agent-court bench-judge --url https://a.example/v1,https://b.example/v1,https://c.example/v1 --model one,two,three --cost-max 20 --out panel":
    by(["http/bin/judges/BenchJudge.test.ts", '"--model", "one,two,three"']),
  "npm run study": by([".ci/nightly", "npm run study -- coverage/study"]),
  "npm run study -- page": not("it rewrites the published page, which `npm test` compares with its data"),
  "agent-court simulate windows": here("agent-court simulate windows --runs 2 --tables"),
  "agent-court simulate --help": here(),
  "agent-court simulate --schema": here(),
  "npx agent-court simulate windows": by([".ci/starts.mjs", '"npx", ["agent-court"']),
  "agent-court simulate baseline": here("agent-court simulate baseline --check"),
  ...Object.fromEntries(
    [1, 2, 3].map((i) => [
      `agent-court simulate windows --runs 100 --shard ${i}/3 --out part-${i}`,
      here(`agent-court simulate windows --runs 1 --shard ${i}/3 --out part-${i}`),
    ]),
  ),
  "agent-court simulate merge part-1 part-2 part-3 --out results/windows": here(
    "agent-court simulate merge part-1 part-2 part-3 --tables --out merged",
  ),
  "agent-court simulate validate": here(),
  "agent-court simulate calibrate court.yaml --observed figures.csv": here(
    `agent-court simulate calibrate ${join(root, examples)}/calibration.yaml --tables --out calibrated`,
  ),
  ...Object.fromEntries(
    ["bandit", "colluders"].map((name) => {
      const files = `${examples}/${name}.yaml --strategies ${examples}/${name}.ts`
      const from = (folder) => `agent-court simulate ${files.replaceAll(examples, folder)} --runs 1 --tables`
      return [`agent-court simulate ${files}`, here(from(join(root, examples)))]
    }),
  ),
  "agent-court keys rotate <key>": here(),
  "agent-court keys rotate registrar": here(),
  "node http/examples/signed.ts <address>": here(`node ${join(root, "http/examples/signed.ts")} <address>`),
  "python3 http/examples/court.py <address>": by(["http/examples/Python.operating.test.ts", "client, url]"]),
  "python3 http/examples/court.py <address> notarise": by([
    "http/examples/Python.operating.test.ts",
    'client, url, "notarise"]',
  ]),
  "useradd --system --home-dir /var/lib/agent-court --shell /usr/sbin/nologin agent-court":
    machine("an account"),
  "cp /opt/agent-court/node_modules/agent-court/http/docs/operating/*.{service,timer} /etc/systemd/system/":
    machine("its units, which `npm run operating` checks where they lie"),
  "install -d -o agent-court -g agent-court -m 700 /var/backups/agent-court":
    machine("a folder of that account"),
  "systemctl enable --now agent-court agent-court-backup.timer": not("no service manager runs in CI"),
}

const command = /^(?:npm (?:run|start|test|ci|install)|npx|deno task|agent-court)(?: |$)/
/** The commands of a page: each line of its blocks for a shell, and what it quotes among its words. */
const shown = (page) => {
  const text = readFileSync(join(root, page), "utf8")
  const lines = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block.split("\n"))
  const words = text.replaceAll(/^```.*?^```/gms, "").matchAll(/`([^`]+)`/g)
  const quoted = [...words]
    .map(([, code]) => code.replaceAll(/\s+/g, " "))
    .filter((code) => command.test(code))
  // The program's name alone names the program.
  return [...lines.map((line) => line.replace(/\s+#.*/, "").trim()), ...quoted].filter(
    (line) => line !== "" && line !== "agent-court",
  )
}

const pageGlobs = ["README.md", "CONTRIBUTING.md", "*/README.md", "*/*/README.md", "http/docs/*.md"]

/** The faults of the table, a line each. */
export const faults = () => {
  const pages = globSync([...pageGlobs, "scheduler/laboratory/docs/*.md"], {
    cwd: root,
    exclude: (path) => path === "node_modules",
  })
  const found = new Set(pages.flatMap(shown))
  const has = (file, words) => readFileSync(join(root, file), "utf8").includes(words)
  const lines = readFileSync(join(root, ".ci/run"), "utf8")
    .split("\n")
    .map((line) => line.trim())
  return [
    ...[...found].filter((line) => !Object.hasOwn(table, line)).map((line) => `no row: ${line}`),
    ...Object.entries(table).flatMap(([line, row]) => [
      ...(found.has(line) ? [] : [`on no page: ${line}`]),
      ...(row.files ?? []).flatMap(([file, words]) =>
        has(file, words) ? [] : [`${file} doesn't run it: ${line}`],
      ),
      ...(row.step && !lines.some((one) => one === line || one.startsWith(`${line} -- `))
        ? [`no step of .ci/run: ${line}`]
        : []),
    ]),
  ]
}
