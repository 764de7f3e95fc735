import { findPendingItems } from "../../db/batches/batch-items.ts";
import { type ClaimedBatch, claimBatch } from "../../db/batches/batches-queue.ts";
import type { SettingsRow } from "../../db/merchant/settings.ts";
import type { Actor, Context, Services } from "../context.ts";
import type { BatchItem } from "./batch-item.ts";
import { refusalOfDebits } from "./debit-rules.ts";
import { type BatchPart, findBatchRules, type JudgedItem, moveItems } from "./move-items.ts";
import { tryableItem } from "./tryable-item.ts";

/** Rows that one commit decides. */
const PART_ROWS = 1_500;
/** A worker that dies with a part in hand holds up its batch for so long. */
const LEASE_MS = 10_000;
const JOB: Actor = { kind: "job", id: "process-batches", name: "Batches" };

/**
 * Works on accepted uploads, part by part and merchant by merchant, until nothing waits or `forMs` are over; one part at least. A
 * part is one commit of its money, of what became of its rows and of how far the batch came: whoever dies in between has done
 * nothing of it. Several workers may run. Returns how many rows were decided. Api 5, ledger 2.
 */
export async function processBatches(services: Services, { forMs }: { forMs: number }): Promise<{ rows: number }> {
  const endAt = performance.now() + forMs;
  let rows = 0;
  do {
    const at = services.clock.now();
    const batch = await claimBatch(services.db, at, new Date(at.getTime() + LEASE_MS));
    if (!batch) break;
    rows += await processPart(services, batch);
  } while (performance.now() < endAt);
  return { rows };
}

async function processPart(services: Services, batch: ClaimedBatch): Promise<number> {
  const ctx: Context = {
    ...services,
    tenant: batch.tenant,
    actor: JOB,
    requestId: `batch-${batch.id}`,
    address: null,
    pendingAnswer: null,
  };
  const { id, operation, nextRow, total } = batch;
  const part = { fromRow: nextRow, limit: PART_ROWS };
  const [rules, found] = await Promise.all([findBatchRules(ctx), findPendingItems(ctx.db, ctx.tenant.id, id, part)]);
  const last = found.at(-1);
  const toRow = last && found.length === PART_ROWS ? last.row + 1 : total + 1;
  const items = rejectedIfOff(found.map(tryableItem), operation, rules.settings);
  const moved: BatchPart = { id, operation, fromRow: nextRow, toRow, items, created: null };
  await moveItems(ctx, moved, {
    rules,
    actor: batch.actor,
    answer: () => ({}),
    audit: (judged) => [auditOf(batch, moved, judged)],
  });
  return toRow - nextRow;
}

/** Debits that were switched off while the batch waited are rejected one by one, like any other rule. */
function rejectedIfOff(items: BatchItem[], operation: "credit" | "debit", settings: SettingsRow): BatchItem[] {
  const refusal = refusalOfDebits(operation, settings, { takesPin: false });
  return refusal ? items.map((item) => ({ ...item, reason: refusal.message })) : items;
}

function auditOf(batch: ClaimedBatch, { fromRow, toRow }: BatchPart, judged: readonly JudgedItem[]) {
  const accepted = judged.filter(({ reason }) => reason === null).length;
  return {
    action: "batch.process" as const,
    object: { kind: "batch", id: batch.id },
    after: { reference: batch.reference, fromRow, toRow, accepted, rejected: judged.length - accepted },
  };
}
