import { plainArray } from "../array-literal.ts";
import type { Transaction } from "../pool.ts";
import type { WebhookModeName } from "./webhook-events.ts";

/** A subscription as the fan-out matches it. Deleted subscriptions are left out. */
export type ListeningSubscription = { id: string; url: string; events: string[]; active: boolean; unverified: boolean };

/** A tenant with at least one target for events. */
export type ListenerRow = {
  tenant: number;
  merchantId: string;
  merchantName: string;
  webhookMode: WebhookModeName;
  callbackUrl: string | null;
  subscriptions: ListeningSubscription[];
};

/**
 * Returns those of these tenants that have a subscription or a callback URL. Does not lock: the claim handles a
 * subscription that ends now.
 */
export async function findListeners(tx: Transaction, tenants: readonly number[]): Promise<ListenerRow[]> {
  if (tenants.length === 0) return [];
  const { rows } = await tx.query<ListenerRow>({
    name: "find-listeners",
    text: `select t.id as tenant, m.id as "merchantId", m.business_name as "merchantName",
        s.webhook_mode as "webhookMode", s.callback_url as "callbackUrl", subscribed.list as subscriptions
      from tenants t
      join merchants m on m.id = t.merchant_id
      join tenant_settings s on s.tenant = t.id
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', w.id, 'url', w.url, 'events', w.events, 'active', w.active,
            'unverified', w.verify_endpoint and w.verified_at is null)
          order by w.id), '[]') as list
        from webhook_subscriptions w where w.tenant = t.id and w.deleted_at is null
      ) subscribed
      where t.id = any($1::int[]) and (s.callback_url is not null or json_array_length(subscribed.list) > 0)`,
    values: [plainArray(tenants)],
  });
  return rows;
}
