import type { TenantRow } from "../merchant/tenants.ts";
import type { Queryable, Transaction } from "../pool.ts";

export type AccessChangeKind = "invitation" | "member" | "role" | "settings";
export type AccessChangeStatus = "PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED";

/** A change of access that another approver must agree to. */
export type NewAccessChange = {
  id: string;
  kind: AccessChangeKind;
  /** The e-mail, member, role or tenant that changes. Only one change of it is pending at a time. */
  subject: string;
  label: string;
  request: object;
  before: object | null;
  after: object;
  /** The members who gain. */
  gains: string[];
  /** The approval limit that they get, in kobo; null means no limit. */
  neededLimit: bigint | null;
  creator: string;
  creatorName: string;
  expiresAt: Date;
  at: Date;
};

export type AccessChangeRow = Omit<NewAccessChange, "at" | "request" | "before" | "after"> & {
  request: Record<string, unknown>;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
  tenant: TenantRow;
  status: AccessChangeStatus;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  comment: string | null;
  reason: string | null;
  createdAt: Date;
};

const select = `select c.id, c.kind, c.subject, c.label, c.request, c.before, c.after, c.gains,
    c.needed_limit as "neededLimit", c.creator, c.creator_name as "creatorName", c.status, c.decided_by as "decidedBy",
    c.decided_by_name as "decidedByName", c.decided_at as "decidedAt", c.comment, c.reason, c.expires_at as "expiresAt",
    c.created_at as "createdAt", json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant
  from access_changes c join tenants t on t.id = c.tenant`;

/** The changes that a tenant sees: those of the merchant's team, and those of its own settings. */
const visible = "c.merchant_id = $1 and (c.kind <> 'settings' or c.tenant = $2)";

/** Inserts a pending change. Returns false where another change of the same subject is pending. */
export async function insertAccessChange(
  tx: Transaction,
  tenant: { id: number; merchantId: string },
  change: NewAccessChange,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into access_changes (tenant, id, merchant_id, kind, subject, label, request, before, after, gains, needed_limit,
       creator, creator_name, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (merchant_id, kind, subject) where status = 'PENDING' do nothing`,
    [
      tenant.id,
      change.id,
      tenant.merchantId,
      change.kind,
      change.subject,
      change.label,
      change.request,
      change.before,
      change.after,
      change.gains,
      change.neededLimit,
      change.creator,
      change.creatorName,
      change.expiresAt,
      change.at,
    ],
  );
  return rowCount === 1;
}

/** Returns a page of the changes that the tenant sees, newest first, and the number of all matches. */
export async function findAccessChanges(
  db: Queryable,
  tenant: { id: number; merchantId: string },
  status: AccessChangeStatus | null,
  page: { limit: number; offset: number },
): Promise<{ rows: AccessChangeRow[]; total: number }> {
  const { rows } = await db.query<AccessChangeRow>(
    `${select} where ${visible} and ($3::text is null or c.status = $3)
     order by c.created_at desc, c.id desc limit $4 offset $5`,
    [tenant.merchantId, tenant.id, status, page.limit, page.offset],
  );
  const count = await db.query<{ total: number }>(
    `select count(*)::int as total from access_changes c where ${visible} and ($3::text is null or c.status = $3)`,
    [tenant.merchantId, tenant.id, status],
  );
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** Returns the changes that can still be decided and that the tenant sees, with what decides who may. At most 100. */
export async function findUndecidedChanges(
  db: Queryable,
  tenant: { id: number; merchantId: string },
  at: Date,
): Promise<Pick<AccessChangeRow, "creator" | "gains" | "neededLimit">[]> {
  const { rows } = await db.query<Pick<AccessChangeRow, "creator" | "gains" | "neededLimit">>(
    `select c.creator, c.gains, c.needed_limit as "neededLimit" from access_changes c
     where ${visible} and c.status = 'PENDING' and c.expires_at > $3 limit 100`,
    [tenant.merchantId, tenant.id, at],
  );
  return rows;
}

/** Returns one change that the tenant sees; does not lock it. */
export async function findAccessChange(
  db: Queryable,
  tenant: { id: number; merchantId: string },
  id: string,
): Promise<AccessChangeRow | undefined> {
  const { rows } = await db.query<AccessChangeRow>(`${select} where ${visible} and c.id = $3`, [
    tenant.merchantId,
    tenant.id,
    id,
  ]);
  return rows[0];
}

/** Returns one change that the tenant sees, and locks it until `tx` ends. A caller that also locks the team locks the team first. */
export async function lockAccessChange(
  tx: Transaction,
  tenant: { id: number; merchantId: string },
  id: string,
): Promise<AccessChangeRow | undefined> {
  const { rows } = await tx.query<AccessChangeRow>(`${select} where ${visible} and c.id = $3 for update of c`, [
    tenant.merchantId,
    tenant.id,
    id,
  ]);
  return rows[0];
}

/** Claims expired changes of all merchants. Skips changes that a member is deciding at this moment. */
export async function claimDueAccessChanges(tx: Transaction, at: Date, limit: number): Promise<AccessChangeRow[]> {
  const { rows } = await tx.query<AccessChangeRow>(
    `${select} where c.status = 'PENDING' and c.expires_at <= $1 order by c.id limit $2 for update of c skip locked`,
    [at, limit],
  );
  return rows;
}

export type AccessDecisionRow = {
  status: Exclude<AccessChangeStatus, "PENDING">;
  decidedBy: string | null;
  decidedByName: string;
  comment: string | null;
  reason: string | null;
  at: Date;
};

/** Ends a pending change. The database raises an error for a second decision. */
export async function decideAccessChange(tx: Transaction, id: string, decision: AccessDecisionRow): Promise<void> {
  await tx.query(
    `update access_changes set status = $2, decided_by = $3, decided_by_name = $4, decided_at = $5, comment = $6, reason = $7
     where id = $1`,
    [id, decision.status, decision.decidedBy, decision.decidedByName, decision.at, decision.comment, decision.reason],
  );
}
