import * as z from "zod";
import { CustomerFilters } from "./customers.ts";
import { endpoint, membersAndKeys } from "./endpoint.ts";
import { success } from "./envelope.ts";
import { AccountNumber, Id, Reason } from "./values.ts";

/** The wallets that one call may change. They are locked together, so posting to them waits meanwhile. Decision 0115. */
export const MOST_WALLETS_AT_ONCE = 5_000;

const { page: _page, perPage: _perPage, postNoCredit: _flag, ...filters } = CustomerFilters.shape;

/**
 * The wallets by customer, or all that match filters of the list. `expected` is the number that the person saw: with another one
 * nothing is done.
 */
const BulkWalletsBody = z
  .object({
    customerIds: z.array(Id).min(1).max(MOST_WALLETS_AT_ONCE).optional(),
    matching: z.object({ ...filters, postNoCredit: z.boolean().optional() }).optional(),
    expected: z.int().min(1).max(MOST_WALLETS_AT_ONCE).optional(),
    reason: Reason,
  })
  .refine((body) => (body.customerIds === undefined) !== (body.matching === undefined), {
    error: "is required, or matching instead",
    path: ["customerIds"],
  })
  .refine((body) => body.matching === undefined || body.expected !== undefined, {
    error: "is required with matching",
    path: ["expected"],
  })
  .meta({ examples: [{ customerIds: ["0190a000-0000-7000-8000-000000000001"], reason: "Court order 17/2026" }] });
export type BulkWalletsBody = z.infer<typeof BulkWalletsBody>;

/** `unchanged`: the wallet was in the state already. `message` says why a wallet was not changed. */
const BulkOutcome = z.object({
  customerId: Id,
  accountNumber: AccountNumber.nullable(),
  result: z.enum(["changed", "unchanged", "refused"]),
  message: z.string().nullable(),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

const BulkResult = z
  .object({ total: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int(), outcomes: z.array(BulkOutcome) })
  .meta({ id: "BulkWalletsResult" });
export type BulkResult = z.infer<typeof BulkResult>;

const bulk = {
  tag: "Wallets",
  extension: true,
  callers: membersAndKeys,
  dashboard: true,
  method: "POST",
  source: "dashboard 2.5",
  status: 200,
  idempotent: true,
  body: BulkWalletsBody,
  reply: success({ data: BulkResult }),
} as const;
// As for one wallet: by role, and never by a key (spec 4.15).
const byRole = { ...bulk, permission: null, roles: ["MainMerchant", "Admin"] } as const;

/** The changes of one wallet, for up to 5,000 together: all or nothing is committed, each wallet has its own outcome. */
export const bulkWalletEndpoints = {
  freezeWallets: endpoint({
    ...bulk,
    path: "/wallet/bulk/close",
    summary: "Freeze many wallets",
    permission: ["ENABLE_DISABLE_WALLET", "FREEZE_WALLET"],
  }),
  enableWallets: endpoint({
    ...bulk,
    path: "/wallet/bulk/enable",
    summary: "Unfreeze many wallets",
    permission: "ENABLE_DISABLE_WALLET",
  }),
  blockCredits: endpoint({
    ...byRole,
    path: "/wallet/bulk/enable-post-no-credit",
    summary: "Block credits to many wallets",
  }),
  allowCredits: endpoint({
    ...byRole,
    path: "/wallet/bulk/disable-post-no-credit",
    summary: "Allow credits to many wallets again",
  }),
};
