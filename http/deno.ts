import { main } from "./bin/deno.ts"

await main()
