import type { CappedMetadata } from "../../../../contract/envelope.ts";
import type { Delivery } from "../../../../contract/webhook-records.ts";
import { type DeliveryFilter, findDeliveries } from "../../../db/webhooks/delivery-lists.ts";
import type { Context } from "../../context.ts";
import { type PageInput, sliceOf } from "../../transactions/transaction-page.ts";
import { deliveryView } from "./delivery-view.ts";
import { type DatesInput, datesOf, metadataOf } from "./list-page.ts";

export type ListDeliveriesInput = DatesInput &
  Omit<DeliveryFilter, "from" | "to" | "isTest" | "eventIds"> & {
    reference?: string | undefined;
    page: number;
    perPage: number;
    /** Alias of `perPage` (wire 1.2). */
    limit?: number | undefined;
    test: "all" | "hide" | "only";
  };

/**
 * Lists a page of deliveries to subscriptions, newest first; callbacks are not listed. Returns the wire payload. Spec
 * 4.21, webhooks 4.
 * @throws `validation_failed` for a page beyond the bound
 */
export async function listDeliveries(
  ctx: Context,
  input: ListDeliveriesInput,
): Promise<{ data: Delivery[]; metadata: CappedMetadata }> {
  const { limit, page, perPage, test, startDate, endDate, ...filter } = input;
  const slice: PageInput = { page, perPage: limit ?? perPage };
  const isTest = test === "all" ? undefined : test === "only";
  const found = await findDeliveries(
    ctx.db,
    ctx.tenant.id,
    { ...filter, isTest, ...datesOf({ startDate, endDate }) },
    sliceOf(slice),
  );
  return { data: found.rows.map(deliveryView), metadata: metadataOf(slice, found.total) };
}
