import { findBatch } from "../../db/batches/batches.ts";
import { isUniqueViolation } from "../../db/sql-errors.ts";
import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";

/** Checks before the write. For concurrent batches the unique index decides. @throws `reference_exists` with the ID of its batch */
export async function assertReferenceIsFree(ctx: Context, reference: string): Promise<void> {
  const batch = await findBatch(ctx.db, ctx.tenant.id, { reference });
  if (!batch) return;
  const { message } = new Failure("reference_exists");
  throw new Failure("reference_exists", { errors: [{ field: "batchReference", message, batchId: batch.id }] });
}

/** Whether a write failed because a concurrent batch committed the same reference. */
export function isReferenceTaken(error: unknown): boolean {
  return isUniqueViolation(error, { constraint: "batches_reference" });
}
