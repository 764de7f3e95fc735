import { reconciliationEndpoints } from "../../../contract/reconciliation.ts";
import { getReconciliation } from "../../domain/reconciliation/get-reconciliation.ts";
import { listBreaks } from "../../domain/reconciliation/list-breaks.ts";
import {
  acceptSettlement,
  discardSettlement,
  receiveSettlement,
} from "../../domain/reconciliation/receive-settlement.ts";
import { resolveBreak } from "../../domain/reconciliation/resolve-break.ts";
import { updateBreak } from "../../domain/reconciliation/update-break.ts";
import type { Bind, BindUpload } from "../route.ts";

/** Our books beside the bank's. Rails 6. */
export function reconciliationRoutes(bind: Bind, bindUpload: BindUpload): void {
  bind(reconciliationEndpoints.getReconciliation, (ctx, { query }) => getReconciliation(ctx, query));
  bindUpload(reconciliationEndpoints.uploadSettlementFile, {
    receive: receiveSettlement,
    accept: (ctx, { body }, { staged, sha256 }) => acceptSettlement(ctx, body, { ...staged, sha256 }),
    discard: discardSettlement,
  });
  bind(reconciliationEndpoints.listBreaks, (ctx, { query }) => listBreaks(ctx, query));
  bind(reconciliationEndpoints.updateBreak, (ctx, { params, body }) => updateBreak(ctx, { ...params, ...body }));
  bind(reconciliationEndpoints.resolveBreak, (ctx, { params, body }) => resolveBreak(ctx, { ...params, ...body }));
}
