import type { Queryable } from "../pool.ts";
import type { Channel } from "./messages.ts";

/** A message as a developer reads it. */
export type OutboxMessage = {
  id: string;
  channel: Channel;
  to: string;
  subject: string | null;
  text: string;
  createdAt: Date;
};

/** A message that is sent again stays one row. */
export async function insertOutboxMessage(db: Queryable, message: OutboxMessage): Promise<void> {
  await db.query(
    `insert into development_outbox (id, channel, "to", subject, text, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [message.id, message.channel, message.to, message.subject, message.text, message.createdAt],
  );
}

/** Returns the newest messages, to one addressee or, with `null`, to everyone. */
export async function findOutboxMessages(db: Queryable, to: string | null, limit: number): Promise<OutboxMessage[]> {
  const { rows } = await db.query<OutboxMessage>(
    `select id, channel, "to", subject, text, created_at as "createdAt" from development_outbox
     where $1::text is null or "to" = $1 order by created_at desc, id desc limit $2`,
    [to, limit],
  );
  return rows;
}

export async function deleteOutboxMessagesBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from development_outbox where created_at < $1", [before]);
  return rowCount ?? 0;
}
