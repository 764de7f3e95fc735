import { insightEndpoints } from "../../../contract/insights.ts";
import { getCashPosition } from "../../domain/insights/get-cash-position.ts";
import type { Bind } from "../route.ts";

/** Figures of money for the merchant's finance people. Dashboard 9. */
export function insightRoutes(bind: Bind): void {
  bind(insightEndpoints.getCashPosition, async (ctx, { query }) => ({ data: await getCashPosition(ctx, query) }));
}
