import { afterAll, beforeAll, expect, test } from "vitest";
import { testContext, testServices } from "../../../testing/context.ts";
import { uploadTestFile } from "../../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, testMember } from "../../../testing/factories.ts";
import type { Context } from "../../context.ts";
import { downloadBatchRows } from "./download-batch-rows.ts";

const database = useTestDatabase();
let ctx: Context;

beforeAll(async () => {
  const services = testServices(database);
  const merchant = await createTestMerchant(services);
  ctx = testContext(services, {
    tenant: merchant.sandbox,
    actor: await testMember(services, merchant, "Support", { lastName: "Eze" }),
  });
});
afterAll(() => ctx.committer.close());

async function audited(): Promise<object[]> {
  const { rows } = await database.pool.query(
    "select object_id, actor_name, after from audit_log where action = 'batch.download' order by at, id",
  );
  return rows;
}

test("who took which rows of a batch out is noted before the first of them goes; who asks in vain took nothing", async () => {
  const batchId = await uploadTestFile(ctx, ["customerId,amount\nx,5\n"], { batchReference: "REF-DOWNLOADED" });
  await downloadBatchRows(ctx, { batchId });
  await downloadBatchRows(ctx, { batchId, status: "rejected" });
  await expect(downloadBatchRows(ctx, { batchId: ctx.ids.next() })).rejects.toThrow("Batch not found.");
  const noted = { object_id: batchId, actor_name: "Support Eze" };
  expect(await audited()).toEqual([
    { ...noted, after: { reference: "REF-DOWNLOADED", fileName: null, status: null } },
    { ...noted, after: { reference: "REF-DOWNLOADED", fileName: null, status: "rejected" } },
  ]);
});
