import { binaryArray } from "../array-binary.ts";
import { numbersOf, plainArray } from "../array-literal.ts";
import type { Transaction } from "../pool.ts";
import type { SubscriptionSecretsRow } from "./webhook-subscriptions.ts";

/** The current target of a delivery: a subscription's ID, or null for the tenant's callback. */
export type TargetRow = { tenant: number; id: string | null; url: string | null; active: boolean; deleted: boolean } & {
  /** Whether the endpoint must answer the challenge before anything is sent. */
  unverified: boolean;
  /** What happens to deliveries beyond the limit. Decision 0121. */
  overflow: "fail" | "queue";
  mode: "SANDBOX" | "PRODUCTION";
} & SubscriptionSecretsRow;

/** Returns the current targets of jobs; does not lock. A subscription that no longer exists is missing. */
export async function findTargets(
  tx: Transaction,
  wanted: { subscriptions: readonly string[]; callbacksOf: readonly number[] },
): Promise<TargetRow[]> {
  const { rows } = await tx.query<TargetRow>({
    name: "find-webhook-targets",
    text: `select s.tenant, s.id, s.url, s.active, s.deleted_at is not null as deleted, t.mode,
        s.verify_endpoint and s.verified_at is null as unverified, s.overflow,
        s.secret_sealed as "secretSealed", s.previous_secret_sealed as "previousSecretSealed",
        s.previous_secret_until as "previousSecretUntil"
      from webhook_subscriptions s join tenants t on t.id = s.tenant where s.id = any($1::uuid[])
      union all
      select s.tenant, null, s.callback_url, true, false, t.mode, false, 'fail', null, null, null
      from tenant_settings s join tenants t on t.id = s.tenant where s.tenant = any($2::int[])`,
    values: [binaryArray.uuid(wanted.subscriptions), binaryArray.integer(wanted.callbacksOf)],
  });
  return rows;
}

/** The rate limiter's state of a subscription: times of created deliveries and of first sends, in ms since 1970. */
export type WindowsRow = { id: string; made: number[]; sent: number[] };

/** Locks the limiter's state of subscriptions, in order of ID, and inserts missing rows first. */
export async function lockWindows(
  tx: Transaction,
  targets: readonly { id: string; tenant: number }[],
): Promise<WindowsRow[]> {
  if (targets.length === 0) return [];
  const ids = binaryArray.uuid(targets.map((target) => target.id));
  await tx.query({
    name: "open-webhook-windows",
    text: `insert into webhook_targets (id, tenant)
      select v.id, v.tenant from unnest($1::uuid[], $2::int[]) as v (id, tenant)
      where not exists (select from webhook_targets t where t.id = v.id) order by v.id on conflict do nothing`,
    values: [ids, binaryArray.integer(targets.map((target) => target.tenant))],
  });
  // As text: hundreds of numbers for hundreds of targets took a tenth of the worker's time in the driver.
  const { rows } = await tx.query<{ id: string; made: string; sent: string }>({
    name: "lock-webhook-windows",
    text: `select id, made::text, sent::text from webhook_targets
      where id = any($1::uuid[]) order by id for no key update`,
    values: [ids],
  });
  return rows.map(({ id, made, sent }) => ({ id, made: numbersOf(made), sent: numbersOf(sent) }));
}

/** Gives back the places of deliveries that wait, because the subscription stops: the next ones start at once. Decision 0121. */
export async function releasePlaces(tx: Transaction, tenant: number, id: string, now: Date): Promise<void> {
  await tx.query(
    `update webhook_targets set made = array(select m.at from unnest(made) m (at) where m.at <= $3::bigint order by m.at)
     where tenant = $1 and id = $2`,
    [tenant, id, now.getTime()],
  );
}

/** Stores windows whose rows are locked. */
export async function updateWindows(
  tx: Transaction,
  windows: readonly { id: string; made: readonly number[]; sent: readonly number[] }[],
): Promise<void> {
  if (windows.length === 0) return;
  // As text: the rows of a two-dimensional array must have the same length.
  await tx.query({
    name: "update-webhook-windows",
    text: `update webhook_targets t set made = v.made::bigint[], sent = v.sent::bigint[]
      from unnest($1::uuid[], $2::text[], $3::text[]) as v (id, made, sent) where t.id = v.id`,
    values: [
      binaryArray.uuid(windows.map((row) => row.id)),
      binaryArray.text(windows.map((row) => plainArray(row.made))),
      binaryArray.text(windows.map((row) => plainArray(row.sent))),
    ],
  });
}
