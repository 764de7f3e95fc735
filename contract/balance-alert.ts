import * as z from "zod";
import { endpoint, members } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { Id, Instant, Kobo } from "./values.ts";

/**
 * The alert when the balance of the merchant wallet of a mode falls below `threshold`; null where there is none. `memberIds` get the
 * mail; null stands for the current Admins and MainMerchants. `belowSince`: since when the balance is below. Decision 0102.
 */
export const BalanceAlert = z
  .object({ threshold: Kobo, memberIds: z.array(Id).nullable(), belowSince: Instant.nullable() })
  .meta({ id: "BalanceAlert" });
export type BalanceAlert = z.infer<typeof BalanceAlert>;

const base = {
  tag: "Merchant",
  extension: true,
  callers: members,
  dashboard: true,
  status: 200,
  path: "/merchant/balance-alert",
  source: "api 6",
} as const;

export const balanceAlertEndpoints = {
  getBalanceAlert: endpoint({
    ...base,
    method: "GET",
    summary: "Get the low-balance alert of the merchant wallet",
    permission: null,
    reply: success({ alert: BalanceAlert.nullable() }),
  }),
  updateBalanceAlert: endpoint({
    ...base,
    method: "PUT",
    summary: "Set or remove the low-balance alert of the merchant wallet",
    permission: "UPDATE_MERCHANT_DETAIL",
    body: z.object({
      /** Kobo; null removes the alert. */
      threshold: z.int().min(1).nullable(),
      memberIds: z.array(Id).min(1).max(100).nullable().optional(),
    }),
    reply: success({ alert: BalanceAlert.nullable() }),
  }),
};
