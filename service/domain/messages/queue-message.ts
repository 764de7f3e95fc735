import { type Channel, insertMessage, NO_TENANT } from "../../db/messages/messages.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

/**
 * A message by mail or SMS. `tenant`: in whose turn it is sent; null for a person outside any tenant, such as someone who signs up.
 * After `goodUntil` it is no longer worth sending. `isSandbox`: to a customer of a sandbox tenant; it goes to the outbox only, regardless
 * of the configured providers. API 3, decision 0162.
 */
export type QueuedMessage = {
  tenant: { id: number } | null;
  channel: Channel;
  to: string;
  subject: string;
  text: string;
  goodUntil: Date;
  isSandbox?: boolean;
};

/**
 * Queues a message in the caller's transaction: it is sent if and only if that commits, and the worker retries until
 * the provider accepts it. The caller's audit row covers it. API 3.
 */
export async function queueMessage(
  tx: Transaction,
  ctx: Pick<Services, "ids" | "clock" | "providers">,
  { tenant, channel, to, subject, text, goodUntil, isSandbox = false }: QueuedMessage,
): Promise<void> {
  const id = ctx.ids.next();
  const sealed = ctx.providers.secrets.seal(JSON.stringify({ to, subject, text }), "messages.sealed", id);
  await insertMessage(tx, {
    ...{ id, tenant: tenant?.id ?? NO_TENANT, channel, sealed, goodUntil, isSandbox },
    at: ctx.clock.now(),
  });
}
