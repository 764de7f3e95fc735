import { type AuditRow, insertAuditRow, writeAudit } from "../db/merchant/audit-log.ts";
import type { Transaction } from "../db/pool.ts";
import type { Statement } from "../db/statement.ts";
import { canonicalJson, microsOf } from "../ledger/journal-text.ts";
import type { Secrets } from "../providers/secrets.ts";
import type { Context } from "./context.ts";

/** An action on an object. `before` and `after` hold only changed facts, never a BVN, NIN, PIN, password or key. */
export type AuditEntry = {
  action: `${string}.${string}`;
  object: { kind: string; id: string };
  before?: object | null;
  after?: object | null;
  reason?: string | null;
};

/** The part of a context that an audit row needs, for verbs without a full context. */
export type AuditContext = Pick<Context, "tenant" | "actor" | "address" | "requestId" | "clock" | "ids" | "providers">;

/** Writes who did what, in the transaction of the change itself. Api 6. */
export async function recordAudit(tx: Transaction, ctx: AuditContext, entry: AuditEntry): Promise<void> {
  await insertAuditRow(tx, auditRow(ctx, entry));
}

/** The same for many changes of one call. */
export async function recordAudits(tx: Transaction, ctx: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  await tx.query(auditStatement(ctx, entries));
}

/** The same as a statement, to be sent with others. */
export function auditStatement(ctx: AuditContext, entries: readonly AuditEntry[]): Statement {
  return writeAudit(entries.map((entry) => auditRow(ctx, entry)));
}

/** Builds the row for `moveMoney`, which commits it with the postings. */
export function auditRow(ctx: AuditContext, entry: AuditEntry): AuditRow {
  const row = {
    tenant: ctx.tenant.id,
    id: ctx.ids.next(),
    at: ctx.clock.now(),
    actorKind: ctx.actor.kind,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    action: entry.action,
    objectKind: entry.object.kind,
    objectId: entry.object.id,
    before: plain(entry.before),
    after: plain(entry.after),
    reason: entry.reason ?? null,
    address: ctx.address,
    requestId: ctx.requestId,
  };
  return { ...row, mac: auditMac(ctx.providers.secrets, { ...row, at: microsOf(row.at) }) };
}

/** Authenticates an audit row under a key that the database does not hold. `at` in microseconds. Ledger 6, decision 0082. */
export function auditMac(secrets: Secrets, row: Omit<AuditRow, "at" | "mac"> & { at: string }): Buffer {
  const { actorKind, actorId, actorName, action, objectKind, objectId, before, after, reason, address } = row;
  const texts = [actorKind, actorId, actorName, action, objectKind, objectId, reason, address, row.requestId];
  const facts = `${canonicalJson(before)} ${canonicalJson(after)}`;
  return secrets.keyedHash(`audit 1 ${row.tenant} ${row.id} ${row.at} ${JSON.stringify(texts)} ${facts}`, "audit");
}

/** Facts as JSON stores them. */
export function plain(facts: object | null | undefined): object | null {
  if (!facts) return null;
  return JSON.parse(
    JSON.stringify(facts, (_name, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
  );
}
