import { createHash } from "node:crypto";
import { acceptReceivingBatch, countWaitingUploads } from "../../../db/batches/batches-receiving.ts";
import { insertOutboxRow } from "../../../db/ledger/outbox.ts";
import { inTransaction, type Transaction } from "../../../db/pool.ts";
import { moveOrSubmit } from "../../approval-fence.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { recordAudit } from "../../record-audit.ts";
import { keepAnswer } from "../../stored-answers.ts";
import { assertMayWait } from "../../upload-limit.ts";
import { assertReferenceIsFree, isReferenceTaken } from "../batch-reference.ts";
import { assertBatchAllowed, findBatchRules } from "../batch-rules.ts";
import { addBatchSubmission, pendingBatch, previewBatch } from "../pending-batch.ts";
import type { ReceivedUpload } from "./receive-upload.ts";

export type UploadInput = {
  operation: "credit" | "debit";
  batchReference?: string | undefined;
  fileName?: string | undefined;
};
type Accepted = { status: "awaiting_approval" | "pending" | "failed"; approval: string | null };

/**
 * Turns a received file into a batch: `pending` for the worker, or `awaiting_approval` when its sender needs an approval. A file
 * without a reference gets one derived from its bytes, so that sending it twice pays nobody twice. `answer` builds the wire
 * payload just before the commit. API 5.
 * @throws `customer_debit_off`, `debit_pin_required`, `upload_limit`, `reference_exists` with the ID of its batch
 */
export async function acceptUpload(
  ctx: Context,
  input: UploadInput,
  upload: ReceivedUpload & { sha256: string },
  answer: (accepted: Accepted & { id: string; reference: string; rows: number }) => object,
): Promise<object> {
  const { operation, fileName = null } = input;
  const { settings } = await findBatchRules(ctx);
  assertBatchAllowed({ operation, payer: null }, settings, { takesPin: false });
  const reference = input.batchReference ?? referenceOfFile(operation, upload.sha256);
  await assertReferenceIsFree(ctx, reference);
  await assertMayWait(ctx, (most) => countWaitingUploads(ctx.db, ctx.tenant.id, most));
  const eligible = upload.rows - upload.rejected;
  const pending = pendingBatch({ id: upload.id, reference, operation, fileName }, { ...upload, items: eligible });
  const accepted = acceptedAs(ctx, { eligible, amount: upload.amount });
  const preview = accepted.approval === null ? null : await previewBatch(ctx, pending);
  const payload = answer({ ...accepted, id: upload.id, reference, rows: upload.rows });
  try {
    await inTransaction(ctx.db, async (tx) => {
      await writeUpload(tx, ctx, { ...upload, ...accepted, reference, operation, fileName });
      if (accepted.approval !== null && preview !== null) {
        await addBatchSubmission(tx, ctx, { id: accepted.approval, kind: "upload", batch: pending, preview });
      }
      await keepAnswer(tx, ctx, { payload });
    });
  } catch (error) {
    // A concurrent request committed the same file first: this throws with the ID of its batch.
    if (isReferenceTaken(error)) await assertReferenceIsFree(ctx, reference);
    throw error;
  }
  return payload;
}

function acceptedAs(ctx: Context, { eligible, amount }: { eligible: number; amount: bigint }): Accepted {
  if (eligible === 0) return { status: "failed", approval: null };
  return moveOrSubmit<Accepted>(ctx, amount, {
    move: () => ({ status: "pending", approval: null }),
    submit: () => ({ status: "awaiting_approval", approval: ctx.ids.next() }),
  });
}

type StoredFile = { reference: string; fileName: string | null; sha256: string };

async function writeUpload(
  tx: Transaction,
  ctx: Context,
  upload: ReceivedUpload & Accepted & Pick<UploadInput, "operation"> & StoredFile,
): Promise<void> {
  const { id, rows, rejected, amount, status, approval, reference, operation, fileName, sha256 } = upload;
  const at = ctx.clock.now();
  const batch = { reference, operation, status, total: rows, rejected, amount, approval, fileName, at };
  if (!(await acceptReceivingBatch(tx, ctx.tenant.id, id, batch))) throw new Failure("upload_incomplete");
  if (status === "failed") {
    await insertOutboxRow(tx, { tenant: ctx.tenant.id, kind: "batch.completed", objectId: id, at });
  }
  await recordAudit(tx, ctx, {
    action: "batch.upload",
    object: { kind: "batch", id },
    after: { reference, operation, fileName, rows, rejected, amount, status, sha256 },
  });
}

/** The same file with the same operation is the same batch. The operation is part of the hash so that a file of credits can be reversed as debits (decision 0043). */
function referenceOfFile(operation: string, sha256: string): string {
  return `imp-${createHash("sha256").update(`${operation} ${sha256}`).digest("hex").slice(0, 16)}`;
}
