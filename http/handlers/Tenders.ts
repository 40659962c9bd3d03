/** The public reads about authorities. */
import { holdings } from "../../core/matters/Holdings.ts"
import type { TendersGroup } from "../api/Tenders.ts"
import { ask, type Handlers } from "../server/Handler.ts"

export const tenders: Handlers<typeof TendersGroup> = {
  holdings: (request) => ask(holdings, request.query, request),
}
