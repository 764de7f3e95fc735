import * as z from "zod";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Id, Instant, Kobo } from "./values.ts";

/**
 * A record that a reference or an ID names. `reference` is null for a delivery, whose `label` is the type of its event; of the others
 * `label` is their kind. `amount` is in kobo, null for a delivery.
 */
export const FoundRecord = z
  .object({
    kind: z.enum(["transaction", "batch", "payout", "approval", "delivery"]),
    id: Id,
    reference: z.string().nullable(),
    label: z.string(),
    status: z.string(),
    amount: Kobo.nullable(),
    createdAt: Instant,
  })
  .meta({ id: "FoundRecord" });
export type FoundRecord = z.infer<typeof FoundRecord>;

export const searchEndpoints = {
  searchRecords: endpoint({
    tag: "Transactions",
    extension: true,
    callers: membersAndKeys,
    dashboard: true,
    status: 200,
    method: "GET",
    path: "/search",
    replica: true,
    summary: "Find transactions, batches, payouts, approvals and deliveries by reference or ID",
    source: "dashboard 5.1",
    permission: ["BROWSE_TRANSACTIONS", "BROWSE_WEBHOOKS"],
    query: z.object({ query: z.string().trim().min(4).max(100) }),
    reply: success({ data: z.array(FoundRecord) }),
  }),
};
