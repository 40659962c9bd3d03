/** A program that closes a thread whose job is under way, and has nothing else to do. */
import { empty } from "../../../core/store/ChangeSet.ts"
import { Thread } from "../Thread.ts"

const thread = new Thread({ file: "unopened.db" }, new URL("./SlowEndingThread.ts", import.meta.url), {
  keep: () => {},
  end: (worker) => void worker.terminate(),
})
thread.submit(
  "commit",
  empty(1000),
  () => {},
  () => {},
)
await thread.close()
console.log("closed")
