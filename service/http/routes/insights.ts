import { insightRowEndpoints } from "../../../contract/insight-rows.ts";
import { insightEndpoints } from "../../../contract/insights.ts";
import { getCardSums } from "../../domain/insights/get-card-sums.ts";
import { getCashPosition } from "../../domain/insights/get-cash-position.ts";
import { getCharges } from "../../domain/insights/get-charges.ts";
import { getSuccessRates } from "../../domain/insights/get-success-rates.ts";
import { getVolumes } from "../../domain/insights/get-volumes.ts";
import { listInsightRows } from "../../domain/insights/list-insight-rows.ts";
import type { Bind } from "../route.ts";

/** Figures of money for the merchant's finance people. Dashboard 9. */
export function insightRoutes(bind: Bind): void {
  bind(insightEndpoints.getCashPosition, async (ctx, { query }) => ({ data: await getCashPosition(ctx, query) }));
  bind(insightEndpoints.getVolumes, async (ctx, { query }) => ({ data: await getVolumes(ctx, query) }));
  bind(insightEndpoints.getCharges, async (ctx, { query }) => ({ data: await getCharges(ctx, query) }));
  bind(insightEndpoints.getSuccessRates, async (ctx, { query }) => ({ data: await getSuccessRates(ctx, query) }));
  bind(insightEndpoints.getCardSums, async (ctx, { query }) => ({ data: await getCardSums(ctx, query) }));
  bind(insightRowEndpoints.listInsightRows, async (ctx, { query }) => await listInsightRows(ctx, query));
}
