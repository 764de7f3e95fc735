import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "../domain/context.ts";
import { acceptWalletImport, receiveWalletImport } from "../domain/wallets/imports/receive-wallet-import.ts";
import { testContext, testServices } from "../testing/context.ts";
import { customerCells, customerFile } from "../testing/csv/customer-file.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant } from "../testing/factories.ts";
import { processWalletImports } from "./process-wallet-imports.ts";

const database = useTestDatabase();
let services: Services;
beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

it("takes turns of imports without a pause until none is due, and reports those that ended", async () => {
  const { sandbox } = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: sandbox });
  async function* file() {
    yield Buffer.from(customerFile([customerCells(1)]));
  }
  const received = await receiveWalletImport(ctx, file());
  await acceptWalletImport(ctx, received, { sha256: "0".repeat(64) });
  const run = () => processWalletImports.run(services, new AbortController().signal);
  expect(await run()).toMatchObject({ importId: received.id, created: 1, isFinished: true, isBehind: true });
  expect(await run()).toBeUndefined();
});
