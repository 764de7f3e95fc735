import { countLookup, findLookupQuota, markEnumeration } from "../../../db/customers/identity-lookups.ts";
import { inTransaction } from "../../../db/pool.ts";
import type { IdentityRegistry } from "../../../providers/identity/identity-registry.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";

/** From this many look-ups a day on, fewer customers than one in ten look-ups are suspicious. */
const SUSPICIOUS_LOOKUPS = 100;
const LOOKUPS_PER_CUSTOMER = 10;
const DAY_MS = 86_400_000;

/**
 * The registry for one look-up. SANDBOX always gets the sandbox registry, regardless of the configuration. PRODUCTION requires
 * the platform's review and counts against the merchant's daily quota; many look-ups with few new customers are
 * audited as suspected enumeration and raise the worker's alarm. API 3.
 * @throws `identity_review_required`; `identity_quota_exceeded` with `Retry-After`
 */
export async function openRegistry(ctx: Context): Promise<IdentityRegistry> {
  const { mode, id: tenant } = ctx.tenant;
  if (mode === "SANDBOX") return ctx.providers.identity.SANDBOX;
  const at = ctx.clock.now();
  const quota = await findLookupQuota(ctx.db, tenant, at);
  if (!quota?.isReviewed) throw new Failure("identity_review_required");
  const lookups = await countLookup(ctx.db, tenant, quota);
  if (lookups === undefined) throw quotaExceeded(quota.day, at);
  if (lookups % SUSPICIOUS_LOOKUPS === 0) await reportEnumeration(ctx, { day: quota.day, lookups, at });
  return ctx.providers.identity.PRODUCTION;
}

/** The quota renews when the next Lagos day starts; Lagos is UTC+1 all year. */
function quotaExceeded(day: string, at: Date): Failure {
  const renewsAt = Date.parse(`${day}T00:00:00+01:00`) + DAY_MS;
  const seconds = Math.max(1, Math.ceil((renewsAt - at.getTime()) / 1000));
  return new Failure("identity_quota_exceeded", { headers: { "retry-after": String(seconds) } });
}

async function reportEnumeration(ctx: Context, { day, lookups, at }: { day: string; lookups: number; at: Date }) {
  const leastCustomers = lookups / LOOKUPS_PER_CUSTOMER;
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markEnumeration(tx, ctx.tenant.id, { day, leastCustomers, at }))) return;
    await recordAudit(tx, ctx, {
      action: "identity.suspect_enumeration",
      object: { kind: "merchant", id: ctx.tenant.merchantId },
      after: { day, lookups, fewerCustomersThan: leastCustomers },
    });
  });
}
