import { plainArray, textArray } from "../array-literal.ts";
import { type Transaction, wakeAfterCommit } from "../pool.ts";
import type { Statement } from "../statement.ts";
import type { Asked } from "../statement-group.ts";

export type DecidedStatus = "APPROVED" | "DECLINED" | "EXPIRED" | "FAILED";

/** The end of an approval. The caller creates `decision`, an ID, in advance. */
export type ApprovalDecisionRow = {
  tenant: number;
  id: string;
  decision: string;
  status: DecidedStatus;
  decidedBy: string | null;
  decidedByName: string;
  comment: string | null;
  reason: string | null;
  selfApproved: boolean;
};

/** The current state of an approval. `decision` is null while it is pending, `firstApprover` without the first of two approvals. */
export type ApprovalStateRow = {
  tenant: number;
  id: string;
  status: "PENDING" | DecidedStatus;
  decision: string | null;
  firstApprover: string | null;
};

/**
 * Locks approvals in order of ID and reads their state. A caller that also locks accounts locks the accounts first. A
 * caller that moves no money locks no account. So the two cannot deadlock.
 */
export async function lockApprovals(
  tx: Asked,
  approvals: readonly { tenant: number; id: string }[],
): Promise<ApprovalStateRow[]> {
  if (approvals.length === 0) return [];
  const { rows } = await tx.query<ApprovalStateRow>({
    name: "approvals_lock",
    text: `select a.tenant, a.id, a.status, a.decision, a.first_approver as "firstApprover"
      from unnest($1::int[], $2::uuid[]) as wanted (tenant, id)
      join approvals a on a.tenant = wanted.tenant and a.id = wanted.id
      order by a.id for update of a`,
    values: [plainArray(approvals.map((row) => row.tenant)), plainArray(approvals.map((row) => row.id))],
  });
  return rows;
}

/** Records the first of two approvals of a locked approval that is pending. */
export async function updateFirstApproval(
  tx: Transaction,
  { tenant, id }: { tenant: number; id: string },
  first: { by: string; byName: string; comment: string | null; at: Date },
): Promise<void> {
  await tx.query(
    `update approvals set first_approver = $3, first_approver_name = $4, first_approved_at = $5, first_comment = $6,
       updated_at = $5
     where tenant = $1 and id = $2`,
    [tenant, id, first.by, first.byName, first.at, first.comment],
  );
}

/**
 * Ends pending approvals: writes their status, a failed transaction for each failed approval (wire 3.3), and an outbox
 * record where no journal is written. The database raises an error for a row that was decided before: an approval has
 * one decision.
 */
export function decideApprovals(decisions: readonly ApprovalDecisionRow[], at: Date): Statement {
  return {
    name: "approvals_decide",
    text: decideApprovalsSql,
    values: [
      plainArray(decisions.map((row) => row.tenant)),
      plainArray(decisions.map((row) => row.id)),
      plainArray(decisions.map((row) => row.decision)),
      plainArray(decisions.map((row) => row.status)),
      plainArray(decisions.map((row) => row.decidedBy)),
      textArray(decisions.map((row) => row.decidedByName)),
      textArray(decisions.map((row) => row.comment)),
      textArray(decisions.map((row) => row.reason)),
      plainArray(decisions.map((row) => row.selfApproved)),
      at,
    ],
  };
}

/** Writes decisions in a transaction that moves no money. */
export async function writeDecisions(
  tx: Transaction,
  decisions: readonly ApprovalDecisionRow[],
  at: Date,
): Promise<void> {
  if (decisions.length === 0) return;
  await tx.query(decideApprovals(decisions, at));
  wakeAfterCommit(tx);
}

const decideApprovalsSql = `
with decided as (
  update approvals a set status = v.status, decision = v.decision, decided_by = v.decided_by,
    decided_by_name = v.decided_by_name, decided_at = $10, comment = v.comment, reason = v.reason,
    self_approved = v.self_approved, updated_at = $10,
    transaction = case when v.status in ('APPROVED', 'FAILED') and a.source is not null then a.id end
  from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::boolean[])
    as v (tenant, id, decision, status, decided_by, decided_by_name, comment, reason, self_approved)
  where a.tenant = v.tenant and a.id = v.id
  returning a.*
), failed as (
  insert into transactions (tenant, id, reference, kind, status, failure, source, destination, amount, fee_base,
    fee_merchant, description, narration, note, reversal_of, actor, at)
  select tenant, id, reference, case kind when 'reversal' then request ->> 'movement' else kind end, 'failed', reason, source, destination, amount, fee_base, fee_merchant, description,
    request ->> 'narration', request ->> 'note', case kind when 'reversal' then (request ->> 'transactionId')::uuid end,
    'member:' || coalesce(decided_by, creator), $10
  from decided where status = 'FAILED' and source is not null
)
, batched as (
  update batches b set touched_at = $10, finished_at = case when d.status <> 'APPROVED' then $10::timestamptz end,
    status = case d.status when 'APPROVED' then 'pending' when 'FAILED' then 'failed' else 'declined' end,
    withdrawn = d.status = 'DECLINED' and d.decided_by = d.creator
  from decided d
  where b.tenant = d.tenant and b.id = d.batch and b.status = 'awaiting_approval'
    and not (d.kind = 'batch' and d.status = 'APPROVED')
)
, paid_together as (
  update payout_batches b set status = case d.status when 'FAILED' then 'failed' else 'declined' end
  from decided d
  where b.tenant = d.tenant and b.id = d.batch and b.status = 'awaiting_approval' and d.status <> 'APPROVED'
)
insert into outbox (tenant, kind, object_id, at)
select tenant, 'transaction.failed', id, $10::timestamptz from decided where status <> 'APPROVED' order by id`;
