import { afterAll, beforeAll, expect, it } from "vitest";
import { findPendingImportRows } from "../../../db/wallets/wallet-import-rows.ts";
import { testContext, testServices } from "../../../testing/context.ts";
import { hostileCustomerFiles } from "../../../testing/csv/hostile-customer-files.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant } from "../../../testing/factories.ts";
import type { Context } from "../../context.ts";
import { hiddenNumbers, openCells } from "./import-cells.ts";
import { readRow } from "./import-row.ts";
import { acceptWalletImport, receiveWalletImport } from "./receive-wallet-import.ts";

const database = useTestDatabase();
let ctx: Context;

beforeAll(async () => {
  const services = testServices(database);
  ctx = testContext(services, { tenant: (await createTestMerchant(services)).sandbox });
});
afterAll(async () => await ctx.committer.close());

/** The verdict of each row, null where the row is valid; or the message of a rejected file. */
async function verdictOf(bytes: Uint8Array): Promise<string | (string | null)[]> {
  async function* file() {
    yield Buffer.from(bytes);
  }
  const received = await receiveWalletImport(ctx, file()).catch((error: Error) => error.message);
  if (typeof received === "string") return received;
  await acceptWalletImport(ctx, received, { sha256: "" });
  const { rows } = await database.pool.query("select columns from wallet_imports where id = $1", [received.id]);
  const { secrets } = ctx.providers;
  const pending = await findPendingImportRows(ctx.db, { tenant: ctx.tenant.id, id: received.id }, 100);
  const hidden = hiddenNumbers(secrets, ctx.tenant.id);
  return pending.map(({ row, cellsSealed }) => {
    const cells = openCells(secrets, cellsSealed, { importId: received.id, row });
    const read = readRow(rows[0].columns, cells, hidden);
    return "reason" in read ? read.reason : null;
  });
}

it("has at least forty hostile customer files", () => {
  expect(hostileCustomerFiles.length).toBeGreaterThanOrEqual(40);
});

it.each(hostileCustomerFiles)("accepts or rejects a file with $name as expected", async (file) => {
  const verdict = await verdictOf(file.bytes);
  if ("refused" in file) return expect(verdict).toMatch(file.refused);
  expect(verdict).toEqual(file.rows.map((reason) => (reason === null ? null : expect.stringMatching(reason))));
});
