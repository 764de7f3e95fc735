import { holdsPermission } from "../../../contract/permissions.ts";
import type { FoundRecord } from "../../../contract/search.ts";
import { findRecords } from "../../db/found-records.ts";
import { koboToWire } from "../../ledger/kobo.ts";
import type { Context } from "../context.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds records of the context's mode by reference or ID: of transactions and approvals also by the beginning of the reference. Leaves out
 * kinds that the caller may not browse. Dashboard 5.1, decision 0122.
 */
export async function searchRecords(ctx: Context, { query }: { query: string }): Promise<{ data: FoundRecord[] }> {
  const { actor } = ctx;
  const held = actor.kind === "member" || actor.kind === "key" ? actor.permissions : [];
  const rows = await findRecords(
    ctx.db,
    ctx.tenant.id,
    { id: UUID.test(query) ? query : null, reference: query },
    {
      transactions: holdsPermission(held, "BROWSE_TRANSACTIONS"),
      webhooks: holdsPermission(held, "BROWSE_WEBHOOKS"),
    },
  );
  return {
    data: rows.map(({ at, amount, ...row }) => ({
      ...row,
      amount: amount === null ? null : koboToWire(amount),
      createdAt: at.toISOString(),
    })),
  };
}
