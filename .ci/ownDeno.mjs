// Prints the path of the Deno that its user has, for the tasks of deno.json: the first on the PATH that no package brought. In a task, the
// folder of the packages' programs stands before it, with the Deno on which the tests run.
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import process from "node:process"

const folders = process.env.PATH.split(delimiter).filter(
  (folder) => !/[\\/]node_modules[\\/]\.bin$/.test(folder),
)
const found = folders.map((folder) => join(folder, process.platform === "win32" ? "deno.exe" : "deno"))
console.log(found.find((path) => existsSync(path)) ?? process.execPath)
