import type { TenantRow } from "../merchant/tenants.ts";
import type { Queryable, Transaction } from "../pool.ts";
import type { DecidedStatus } from "./approval-decisions.ts";

export type ApprovalKind =
  | "transfer"
  | "credit"
  | "debit"
  | "batch"
  | "upload"
  | "payout"
  | "payout_batch"
  | "reversal"
  | "batch_reversal"
  | "card_fund"
  | "card_unload";
export type ApprovalStatus = "PENDING" | DecidedStatus;

/** A payment request that a second member must approve. Amounts in kobo. `request` never contains a PIN. */
export type NewApproval = {
  id: string;
  kind: ApprovalKind;
  type: "CREDIT" | "DEBIT";
  category: string;
  request: object;
  reference: string;
  amount: bigint;
  feeBase: bigint;
  feeMerchant: bigint;
  source: bigint | null;
  destination: bigint | null;
  batch: string | null;
  description: string | null;
  preview: object | null;
  creator: string;
  creatorName: string;
  approversNeeded: 1 | 2;
  expiresAt: Date;
  at: Date;
};

export type ApprovalRow = {
  id: string;
  kind: ApprovalKind;
  status: ApprovalStatus;
  type: "CREDIT" | "DEBIT";
  category: string;
  request: Record<string, unknown>;
  reference: string;
  amount: bigint;
  /** Account IDs; null for batches and uploads. */
  source: bigint | null;
  destination: bigint | null;
  batch: string | null;
  preview: object | null;
  creator: string;
  creatorName: string;
  approversNeeded: 1 | 2;
  /** The first of two approvers; null before the first approval, or when one is enough. */
  firstApprover: string | null;
  firstApproverName: string | null;
  firstApprovedAt: Date | null;
  firstComment: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  reason: string | null;
  selfApproved: boolean;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `id, kind, status, type, category, request, reference, amount, source, destination, batch, preview, creator,
  creator_name as "creatorName", approvers_needed as "approversNeeded", first_approver as "firstApprover",
  first_approver_name as "firstApproverName", first_approved_at as "firstApprovedAt", first_comment as "firstComment",
  decided_by as "decidedBy", decided_by_name as "decidedByName", decided_at as "decidedAt", reason,
  self_approved as "selfApproved", expires_at as "expiresAt", created_at as "createdAt", updated_at as "updatedAt"`;

/** Inserts a pending approval. */
export async function insertApproval(tx: Transaction, tenantId: number, row: NewApproval): Promise<void> {
  await tx.query(
    `insert into approvals (tenant, id, kind, type, category, request, reference, amount, fee_base, fee_merchant, source,
       destination, batch, description, preview, creator, creator_name, approvers_needed, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20)`,
    [
      tenantId,
      row.id,
      row.kind,
      row.type,
      row.category,
      row.request,
      row.reference,
      row.amount,
      row.feeBase,
      row.feeMerchant,
      row.source,
      row.destination,
      row.batch,
      row.description,
      row.preview,
      row.creator,
      row.creatorName,
      row.approversNeeded,
      row.expiresAt,
      row.at,
    ],
  );
}

/** Returns one approval of the tenant; does not lock it. */
export async function findApproval(db: Queryable, tenantId: number, id: string): Promise<ApprovalRow | undefined> {
  const { rows } = await db.query<ApprovalRow>(`select ${columns} from approvals where tenant = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  return rows[0];
}

/** Narrows a list. A missing property does not filter. */
export type ApprovalFilter = {
  status?: ApprovalStatus | undefined;
  type?: "CREDIT" | "DEBIT" | undefined;
  category?: string | undefined;
  kind?: ApprovalKind | undefined;
  creator?: string | undefined;
  /**
   * Pending approvals that this member may approve and has not. The member's own requests are included only where `othersUpTo`
   * shows that no other member can approve them, and never those that need two approvers.
   */
  approvable?: { by: string; limit: bigint | null; othersUpTo: bigint | null; at: Date } | undefined;
};

const ORDERS = {
  newest: { sorted: "created_at, id", order: "created_at desc, id desc", behind: "<" },
  oldest: { sorted: "created_at, id", order: "created_at, id", behind: ">" },
  expiry: { sorted: "expires_at, id", order: "expires_at, id", behind: ">" },
  amount: { sorted: "amount, id", order: "amount desc, id desc", behind: "<" },
} as const;

/** A page of a list: the rows behind the row with the ID `after`, or behind the first `offset` rows. */
export type ApprovalPage = { limit: number; offset: number; sort: keyof typeof ORDERS; after: string | null };

/**
 * Returns a page of the tenant's approvals and the number of all matches. `othersUpTo` is the largest
 * amount in kobo that another member can approve: null for any amount, -1 for none.
 */
export async function findApprovals(
  db: Queryable,
  tenantId: number,
  filter: ApprovalFilter,
  page: ApprovalPage,
): Promise<{ rows: ApprovalRow[]; total: number }> {
  const { approvable } = filter;
  const values: unknown[] = [tenantId];
  const conditions = ["tenant = $1"];
  const where = (sql: string, ...bound: unknown[]) => {
    conditions.push(sql.replace(/\?/g, () => `$${values.push(bound.shift())}`));
  };
  if (filter.status) where("status = ?", filter.status);
  if (filter.type) where("type = ?", filter.type);
  if (filter.kind) where("kind = ?", filter.kind);
  if (filter.category) where("category = ?", filter.category);
  if (filter.creator) where("creator = ?", filter.creator);
  if (approvable) {
    where("status = 'PENDING' and expires_at > ?", approvable.at);
    if (approvable.limit !== null) where("amount <= ?", approvable.limit);
    if (approvable.othersUpTo === null) where("creator <> ?", approvable.by);
    else where("(creator <> ? or approvers_needed = 1 and amount > ?)", approvable.by, approvable.othersUpTo);
    where("first_approver is distinct from ?", approvable.by);
  }
  const matching = `from approvals where ${conditions.join(" and ")}`;
  const { rows: counted } = await db.query<{ total: number }>(`select count(*)::int as total ${matching}`, values);
  const { sorted, order, behind } = ORDERS[page.sort];
  if (page.after !== null) {
    const last = `(select ${sorted} from approvals where tenant = $1 and id = ?)`;
    where(`(${sorted}) ${behind} ${last}`, page.after);
  }
  const { rows } = await db.query<ApprovalRow>(
    `select ${columns} from approvals where ${conditions.join(" and ")} order by ${order}
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset],
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export type RequesterRow = { id: string; name: string };

/** Returns the members, present and past, who have submitted requests in this tenant, by name. */
export async function findRequesters(
  db: Queryable,
  tenant: { id: number; merchantId: string },
): Promise<RequesterRow[]> {
  const { rows } = await db.query<RequesterRow>(
    `select m.id, u.first_name || ' ' || u.last_name as name
     from members m join users u on u.id = m.user_id
     where m.merchant_id = $2 and exists (select from approvals a where a.tenant = $1 and a.creator = m.id)
     order by name, m.id`,
    [tenant.id, tenant.merchantId],
  );
  return rows;
}

export type DueApproval = { id: string; tenant: TenantRow };

/** Claims expired approvals of all tenants. Skips approvals that a member is deciding at this moment. */
export async function claimDueApprovals(tx: Transaction, at: Date, limit: number): Promise<DueApproval[]> {
  const { rows } = await tx.query<DueApproval>(
    `select a.id, json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant
     from approvals a join tenants t on t.id = a.tenant join merchants m on m.id = t.merchant_id
     where a.status = 'PENDING' and a.expires_at <= $1 and m.suspended_at is null
     order by a.id limit $2 for update of a skip locked`,
    [at, limit],
  );
  return rows;
}

/** Claims pending approvals of all tenants, also of suspended merchants. */
export async function claimPendingApprovals(tx: Transaction, limit: number): Promise<DueApproval[]> {
  const { rows } = await tx.query<DueApproval>(
    `select a.id, json_build_object('id', t.id, 'merchantId', t.merchant_id, 'mode', t.mode) as tenant
     from approvals a join tenants t on t.id = a.tenant
     where a.status = 'PENDING' order by a.id limit $1 for update of a`,
    [limit],
  );
  return rows;
}

export type HistoryRow = { at: Date; action: string; actorName: string; reason: string | null };

/** Returns the audit rows of an approval, oldest first. */
export async function findApprovalHistory(db: Queryable, tenantId: number, id: string): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>(
    `select at, action, actor_name as "actorName", reason from audit_log
     where tenant = $1 and object_kind = 'approval' and object_id = $2 order by at, id`,
    [tenantId, id],
  );
  return rows;
}

export type ApproverRow = { memberId: string; name: string; limit: bigint | null; lacksFactor: boolean };

/**
 * Returns the members who may approve, each with the limit in kobo. `roles` are the built-in roles that may approve.
 */
export async function findApprovers(
  db: Queryable,
  tenant: { id: number; merchantId: string },
  permission: string,
  roles: readonly string[],
): Promise<ApproverRow[]> {
  const { rows } = await db.query<ApproverRow>(
    `select m.id as "memberId", u.first_name || ' ' || u.last_name as name, m.approval_limit as "limit",
       exists (select from tenant_settings where tenant = $4 and require_two_factor)
         and not exists (select from two_factors f where f.user_id = u.id and f.enabled_at is not null)
         and not exists (select from passkeys p where p.user_id = u.id) as "lacksFactor"
     from members m join roles r on r.id = m.role_id join users u on u.id = m.user_id
     where m.merchant_id = $1 and m.removed_at is null and u.verified_at is not null
       and case when r.merchant_id is null then r.name = any($2::text[]) else $3 = any(r.permissions) end
     order by m.created_at, m.id`,
    [tenant.merchantId, roles, permission, tenant.id],
  );
  return rows;
}

/** Gives the pending requests of these tenants the time back during which nobody could decide them. */
export async function updateApprovalExpiry(
  tx: Transaction,
  tenants: readonly number[],
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await tx.query(
    `update approvals set expires_at = expires_at + ($3::timestamptz - $2::timestamptz)
     where tenant = any($1::int[]) and status = 'PENDING'`,
    [tenants, from, until],
  );
}
