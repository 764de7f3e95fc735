import type { PendingAction, PendingDetails } from "../../../contract/approvals.ts";
import { type ApprovalRow, findApproval, findApprovalHistory, type HistoryRow } from "../../db/approvals/approvals.ts";
import { countRepeatedItems } from "../batches/repeated-items.ts";
import { loadApprovers } from "../consent/approvers.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import { approversOf } from "../submissions/approvers.ts";
import { costView } from "../transactions/fees.ts";
import { isDecidable } from "./decidable.ts";
import { pendingView } from "./pending-view.ts";
import { loadRowFacts } from "./row-facts.ts";
import { previewPending } from "./stored-requests.ts";

/**
 * Gets one pending request: the request itself, the result of the checks at submission and, while it can be decided, now, and its
 * history. Returns the wire payload. API 4, Dashboard 5.8.
 * @throws `approval_not_found`, also for an approval of another merchant or mode.
 */
export async function getPendingTransaction(ctx: Context, { id }: { id: string }): Promise<{ data: PendingDetails }> {
  const row = await findApproval(ctx.db, ctx.tenant.id, id);
  if (!row) throw new Failure("approval_not_found");
  const isOpen = isDecidable(row, ctx.clock.now());
  const [approvers, [facts], history, now, repeats] = await Promise.all([
    loadApprovers(ctx),
    loadRowFacts(ctx, [row]),
    findApprovalHistory(ctx.db, ctx.tenant.id, id),
    isOpen ? checkNow(ctx, row) : null,
    isOpen && row.batch !== null ? countRepeatedItems(ctx, row.batch) : null,
  ]);
  const names = approversOf(approvers, row).map((approver) => approver.name);
  const approval = { required: true, needed: row.approversNeeded, approvers: names };
  const checks = { atSubmission: atSubmission(row), now: now && { ...now, approval } };
  return {
    data: { ...pendingView(ctx, row, { approvers, facts }), repeats, checks, history: history.map(historyView) },
  };
}

type Checked = NonNullable<PendingDetails["checks"]["now"]>;

/** What ends a preview is a reason against the request too. Without it nobody could open, decline or withdraw the request. */
async function checkNow(ctx: Context, row: ApprovalRow): Promise<Omit<Checked, "approval">> {
  try {
    return await previewPending(ctx, row);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refusedNow(row, error);
  }
}

/** The cost at submission with the reason; nothing says what the wallets, or the holder at the bank, are now. */
function refusedNow(row: ApprovalRow, { code, message, errors }: Failure): Omit<Checked, "approval"> {
  const cost = atSubmission(row) ?? costView(row.amount, { baseFee: 0n, merchantFee: 0n });
  const holder = row.kind === "payout" ? { account: null, nameMatch: null } : {};
  const reasons = [{ ...errors?.[0], code, message }];
  return { ...cost, ...holder, source: null, target: null, allowed: false, reasons };
}

function atSubmission(row: ApprovalRow): Checked | null {
  // Submitting stored a preview of exactly this type; older ones do not say how many approvers are needed.
  const preview = row.preview as Checked | null;
  return preview && { ...preview, approval: { ...preview.approval, needed: row.approversNeeded } };
}

const ACTIONS: Record<string, PendingAction> = {
  "approval.submit": "SUBMITTED",
  "approval.approve_first": "FIRST_APPROVED",
  "approval.approve": "APPROVED",
  "approval.decline": "DECLINED",
  "approval.withdraw": "WITHDRAWN",
  "approval.expire": "EXPIRED",
  "approval.fail": "FAILED",
};

function historyView(row: HistoryRow): PendingDetails["history"][number] {
  const action = ACTIONS[row.action];
  if (!action) throw new Error(`unknown action in the history of an approval: ${row.action}`);
  return { at: row.at.toISOString(), action, actorName: row.actorName, comment: row.reason };
}
