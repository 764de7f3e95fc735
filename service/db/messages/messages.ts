import type { Queryable, Transaction } from "../pool.ts";
import { tenantsInTurn } from "../tenants-in-turn.ts";

export type Channel = "sms" | "email";

/** The messages to persons outside any tenant take turns as those of one tenant. */
export const NO_TENANT = 0;

/** A queued message. `sealed` contains addressee, subject and text; `tenant` may be `NO_TENANT`. */
export type MessageRow = {
  id: string;
  tenant: number;
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
    `insert into messages (id, channel, sealed, due_at, good_until, created_at, is_sandbox, for_tenant)
     values ($1, $2, $3, $4, $5, $4, $6, $7)`,
    [message.id, message.channel, message.sealed, message.at, message.goodUntil, message.isSandbox, message.tenant],
  );
}

/**
 * Claims due messages and hides them from other processes until `leaseUntil`: the first of each tenant before the second of any, beginning
 * with the tenant behind `after` (null: the first), and of each tenant the oldest. Returns them in this order. Decision 0162.
 */
export async function claimDueMessages(
  db: Queryable,
  claim: { now: Date; leaseUntil: Date; limit: number; after: number | null },
): Promise<MessageRow[]> {
  // Not null: "sealed". Only a message that has failed loses its text (messages_check).
  const { rows } = await db.query<MessageRow>(
    `${tenantsInTurn("messages", "c.failed_at is null and c.due_at <= $1", "$3", "for_tenant")}, found_due as materialized (
       select o.id, o.for_tenant, row_number() over (partition by o.for_tenant order by o.due_at) as n
       from waiting w cross join share cross join lateral (
         select c.id, c.for_tenant, c.due_at from messages c where c.for_tenant = w.tenant and c.failed_at is null and c.due_at <= $1
         order by c.due_at limit share.rows for update skip locked
       ) o
     ), due as materialized (
       select id, n from found_due order by n, for_tenant <= $4, for_tenant limit $3
     ), claimed as (
       update messages m set attempts = attempts + 1, due_at = $2 from due where m.id = due.id
       returning m.id, m.for_tenant as tenant, channel, sealed, attempts, good_until as "goodUntil", is_sandbox as "isSandbox", due.n
     )
     select id, tenant, channel, sealed, attempts, "goodUntil", "isSandbox" from claimed order by n, tenant <= $4, tenant`,
    [claim.now, claim.leaseUntil, claim.limit, claim.after],
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
