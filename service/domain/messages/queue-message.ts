import { type Channel, insertMessage } from "../../db/messages/messages.ts";
import type { Transaction } from "../../db/pool.ts";
import type { Services } from "../context.ts";

/** What somebody is to be told, by mail or on the phone. After `goodUntil` it is no longer worth sending. */
export type QueuedMessage = { channel: Channel; to: string; subject: string; text: string; goodUntil: Date };

/** What the text is sealed for. */
export const MESSAGE_PURPOSE = "message";

/**
 * Puts a message on its way in the transaction of its cause: it leaves if and only if that commits, and the worker sends it
 * until the other side has taken it. The caller's audit row covers it. Api 3.
 */
export async function queueMessage(
  tx: Transaction,
  ctx: Pick<Services, "ids" | "clock" | "providers">,
  { channel, to, subject, text, goodUntil }: QueuedMessage,
): Promise<void> {
  const sealed = ctx.providers.secrets.seal(JSON.stringify({ to, subject, text }), MESSAGE_PURPOSE);
  await insertMessage(tx, { id: ctx.ids.next(), channel, sealed, goodUntil, at: ctx.clock.now() });
}
