/** The names of matters that only tests of other places take. */
export { listBeforeFirstMatter } from "../Docket.ts"
export { capacityTask } from "../Lists.ts"
export { docketIndex } from "../Matter.ts"
export { statedShare } from "../Shares.ts"
export { docketItem } from "../View.ts"
