import { afterAll, beforeAll, expect, test } from "vitest";
import { testContext, testServices } from "../../testing/context.ts";
import { uploadTestFile } from "../../testing/csv/upload-file.ts";
import { useTestDatabase } from "../../testing/database.ts";
import { createTestMerchant } from "../../testing/factories.ts";
import type { Context } from "../context.ts";
import { readBatch } from "./json/batch-request.ts";
import { moveBatch } from "./json/move-batch.ts";
import { listBatches } from "./list-batches.ts";

const database = useTestDatabase();
let ctx: Context;

beforeAll(async () => {
  const services = testServices(database);
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
});
afterAll(() => ctx.committer.close());

test("lists batches by origin: JSON or upload", async () => {
  const body = { transactions: [{ walletId: ctx.ids.next(), amount: 5 }], batchReference: "REF-OF-JSON" };
  await moveBatch(ctx, readBatch(ctx, { operation: "credit", by: "wallet" }, body));
  await uploadTestFile(ctx, ["walletId,amount\nx,5\n"], { batchReference: "REF-OF-FILE" });
  const listed = async (origin?: "json" | "upload") => {
    const { data, metadata } = await listBatches(ctx, { page: 1, perPage: 20, origin });
    return [metadata.totalRecords, ...data.map((one) => ("batchReference" in one ? one.batchReference : null))];
  };
  expect(await listed("json")).toEqual([1, "REF-OF-JSON"]);
  expect(await listed("upload")).toEqual([1, "REF-OF-FILE"]);
  expect((await listed()).sort()).toEqual([2, "REF-OF-FILE", "REF-OF-JSON"]);
});
