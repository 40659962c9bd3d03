// Prints "N passed, N failed" over Vitest's JSON reports; exits 1 if a report is missing, empty or has a failure.
import { existsSync, readFileSync } from "node:fs"

const reports = process.argv.slice(2).map((path) => {
  if (!existsSync(path)) return { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults: [] }
  return JSON.parse(readFileSync(path, "utf8"))
})
const sum = (countOf) => reports.reduce((total, report) => total + countOf(report), 0)
// A file that can't be loaded fails without failing any test of its own.
const broken = ({ testResults }) =>
  testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)

const passed = sum((report) => report.numPassedTests)
const failed = sum((report) => report.numFailedTests + broken(report).length)
const skipped = sum((report) => report.numPendingTests)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
