import { expect } from "vitest";
import type { Queryable } from "../db/pool.ts";
import type { Context } from "../domain/context.ts";
import { submitUncheckedTransfer } from "../domain/transfers/submit-transfer.ts";

/** Submits a transfer without the checks that need balances, and returns its ID. */
export async function submitTestTransfer(
  ctx: Context,
  request: { fromCustomerId: string; toCustomerId: string; amount: number },
): Promise<string> {
  const { id } = await submitUncheckedTransfer(ctx, request, { preview: null, answer: () => ({}) });
  return id;
}

/** Queries for violations: money without its approval, an approval without its money, a decision without an audit row. */
const impossible = {
  "approved transfers, credits or debits without their transaction": `
    select a.id from approvals a left join transactions t on t.tenant = a.tenant and t.id = a.id
    where a.status = 'APPROVED' and a.kind not in ('batch', 'upload', 'payout_batch', 'batch_reversal') and (t.status is distinct from 'success' or t.reference <> a.reference or t.amount <> a.amount)`,
  "posted money of an approval that is not approved": `
    select a.id, a.status from approvals a join transactions t on t.tenant = a.tenant and t.id = a.id
    where t.status = 'success' and a.status <> 'APPROVED'`,
  "failed approvals without their failed transaction, or others with one": `
    select a.id from approvals a left join transactions t on t.tenant = a.tenant and t.id = a.id and t.status = 'failed'
    where (a.status = 'FAILED' and a.kind not in ('batch', 'upload', 'payout_batch', 'batch_reversal')) <> (t.id is not null)`,
  "batches whose status differs from their approval": `
    select a.id, a.status, b.status from approvals a join batches b on b.tenant = a.tenant and b.id = a.batch
    where a.kind <> 'batch_reversal' and b.status not in ('cancelled') and case a.status when 'PENDING' then b.status <> 'awaiting_approval'
      when 'APPROVED' then b.status in ('awaiting_approval', 'declined') when 'FAILED' then b.status <> 'failed'
      else b.status <> 'declined' end`,
  "approvals without exactly one submission and at most one decision in the audit log": `
    select a.id, a.status, count(l.id) from approvals a
    left join audit_log l on l.tenant = a.tenant and l.object_kind = 'approval' and l.object_id = a.id::text
      and l.action <> 'approval.approve_first'
    group by a.tenant, a.id having count(l.id) <> case when a.status = 'PENDING' then 1 else 2 end`,
  "approvals of two without two different approvers, or first approvals without their audit row": `
    select a.id, a.status from approvals a left join audit_log l on l.tenant = a.tenant and l.object_kind = 'approval'
      and l.object_id = a.id::text and l.action = 'approval.approve_first'
    where a.approvers_needed = 2
    group by a.tenant, a.id
    having (a.first_approver is null) <> (count(l.id) = 0)
      or a.status = 'APPROVED' and (a.first_approver is null or a.first_approver in (a.decided_by, a.creator))`,
  "approvals without exactly the outbox rows of their state": `
    select a.id, a.status from approvals a left join outbox o on o.tenant = a.tenant and o.object_id = a.id
    group by a.tenant, a.id
    having count(*) filter (where o.kind = 'transaction.pending') <> 1
      or count(*) filter (where o.kind = 'transaction.failed')
        <> case when a.status in ('PENDING', 'APPROVED') then 0 else 1 end`,
};

/** Fails if an approval is inconsistent with its money, history or events. Run it after every approval test. */
export async function expectApprovalsToBeConsistent(db: Queryable): Promise<void> {
  for (const [what, sql] of Object.entries(impossible)) {
    const { rows } = await db.query(`select * from (${sql}) broken limit 5`);
    expect(rows, what).toEqual([]);
  }
}
