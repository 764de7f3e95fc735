import { inTransaction } from "../../../db/pool.ts";
import type { IdentityRecord } from "../../../providers/identity/identity-registry.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { maskedNumber } from "../customer-view.ts";
import { askRegistry } from "./check-identity.ts";

/**
 * Returns the registry's record for a BVN. The lookup is audited before the record is returned; the audit row holds
 * four digits. Spec 4.17, wire 4.17.
 * @throws `bvn_not_found`, `registry_unavailable`.
 */
export async function lookUpBvn(ctx: Context, { bvn }: { bvn: string }): Promise<IdentityRecord> {
  const record = await askRegistry(ctx, { bvn });
  await inTransaction(ctx.db, (tx) =>
    recordAudit(tx, ctx, {
      action: "identity.look_up_bvn",
      object: { kind: "bvn", id: maskedNumber(bvn.slice(-4)) ?? "" },
      after: { found: record !== null },
    }),
  );
  if (!record) throw new Failure("bvn_not_found");
  return record;
}
