import type { Queryable, Transaction } from "../pool.ts";

export type Channel = "sms" | "email";

/** A queued message. `sealed` contains addressee, subject and text. */
export type MessageRow = {
  id: string;
  channel: Channel;
  sealed: Buffer;
  attempts: number;
  goodUntil: Date;
  isSandbox: boolean;
};

export async function insertMessage(
  tx: Transaction,
  message: Omit<MessageRow, "attempts"> & { at: Date },
): Promise<void> {
  await tx.query(
    `insert into messages (id, channel, sealed, due_at, good_until, created_at, is_sandbox)
     values ($1, $2, $3, $4, $5, $4, $6)`,
    [message.id, message.channel, message.sealed, message.at, message.goodUntil, message.isSandbox],
  );
}

/** Claims due messages, oldest first, and hides them from other processes until `leaseUntil`. */
export async function claimDueMessages(
  db: Queryable,
  claim: { now: Date; leaseUntil: Date; limit: number },
): Promise<MessageRow[]> {
  // Not null: "sealed". Only a message that has failed loses its text (messages_check).
  const { rows } = await db.query<MessageRow>(
    `with due as materialized (
       select id from messages where failed_at is null and due_at <= $1 order by due_at limit $3 for update skip locked)
     update messages m set attempts = attempts + 1, due_at = $2 from due where m.id = due.id
     returning m.id, channel, sealed, attempts, good_until as "goodUntil", is_sandbox as "isSandbox"`,
    [claim.now, claim.leaseUntil, claim.limit],
  );
  return rows;
}

export async function deleteMessage(db: Queryable, id: string): Promise<void> {
  await db.query("delete from messages where id = $1", [id]);
}

/** Applies only while no other process has claimed the message: `attempts` shows it. */
export async function postponeMessage(
  db: Queryable,
  { id, attempts }: Pick<MessageRow, "id" | "attempts">,
  dueAt: Date,
): Promise<void> {
  await db.query("update messages set due_at = $3 where id = $1 and attempts = $2", [id, attempts, dueAt]);
}

/** Gives up a message: deletes the text and stores the reason. */
export async function giveUpMessage(db: Queryable, id: string, failure: { reason: string; at: Date }): Promise<void> {
  await db.query("update messages set sealed = null, failed_at = $2, failure = $3 where id = $1", [
    id,
    failure.at,
    failure.reason,
  ]);
}

export async function deleteFailedMessagesBefore(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from messages where failed_at < $1", [before]);
  return rowCount ?? 0;
}
