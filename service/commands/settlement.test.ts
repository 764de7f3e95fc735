import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTemporaryFolder } from "../../scripts/system/temporary-folder.ts";
import type { Services } from "../domain/context.ts";
import { compareSettlements } from "../domain/reconciliation/compare-settlements.ts";
import { listBreaks } from "../domain/reconciliation/list-breaks.ts";
import { receiveSettlement } from "../domain/reconciliation/receive-settlement.ts";
import { testClock } from "../testing/clock.ts";
import { platformActor, testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, testMember } from "../testing/factories.ts";
import { openTestBank, type TestBank } from "../testing/sandbox-bank.ts";
import type { PlatformCommand } from "./platform-command.ts";
import { confirm, propose } from "./propose.ts";

const HEADER = "session_id,direction,amount,status,time";
const database = useTestDatabase({ connections: 20 });
const clock = testClock();
const folder = makeTemporaryFolder("settlement-command-");
let bank: TestBank;
let services: Services;

beforeAll(async () => {
  bank = await openTestBank(database, { clock });
  const { providers } = testServices(database, { clock });
  const rails = { SANDBOX: [], PRODUCTION: bank.providers.rails.SANDBOX };
  services = testServices(database, { clock, providers: { ...providers, rails } });
});
afterAll(async () => {
  await services.committer.close();
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

async function type(command: PlatformCommand, args: readonly string[], operator: string): Promise<string> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  await command.run({ services, actor: platformActor, operator, isProduction: true, print }, args);
  return lines.join("\n");
}

test("a file of production is uploaded by two people of the platform, who mean the same file, and by no member", async () => {
  const owner = { email: "shop@test.example", password: "test-password", firstName: "Ada", lastName: "Obi" };
  const merchant = await createTestMerchant(services, { owner });
  const production = testContext(services, { tenant: merchant.production });
  const session = "9".repeat(30);
  const file = join(folder, "day.csv");
  const day = "2026-03-02";
  writeFileSync(file, `${HEADER}\n${session},in,500.00,succeeded,${day}T10:00:00Z\n`);

  const member = await testMember(services, merchant, "Admin");
  async function* madeUp() {
    yield Buffer.from(`${HEADER}\n`);
  }
  await expect(receiveSettlement({ ...production, actor: member }, madeUp())).rejects.toMatchObject({
    code: "settlement_of_platform",
  });

  const proposed = await type(propose, ["settlement", owner.email, day, file], "Ada");
  const number = /as number (\d+)/.exec(proposed)?.[1] ?? "";
  await expect(type(confirm, [number], "Ada")).rejects.toThrow("Another person must confirm it");
  writeFileSync(file, `${HEADER}\n${session},in,5000000.00,succeeded,${day}T10:00:00Z\n`);
  await expect(type(confirm, [number], "Bola")).rejects.toThrow("is not the file that was proposed");
  writeFileSync(file, `${HEADER}\n${session},in,500.00,succeeded,${day}T10:00:00Z\n`);
  expect(await type(confirm, [number], "Bola")).toContain("uploaded. Lines: 1.");

  expect(await compareSettlements(services)).toEqual({ files: 1 });
  const { breaks } = await listBreaks(production, { state: "open", page: 1, perPage: 20 });
  expect(breaks).toMatchObject([{ sessionId: session, kind: "missing_here", difference: 50_000 }]);
});

test("what cannot be read is refused with the reason", async () => {
  const owner = { email: "other@test.example", password: "test-password", firstName: "Ada", lastName: "Obi" };
  await createTestMerchant(services, { owner });
  const proposal = (...args: string[]) => type(propose, ["settlement", owner.email, ...args], "Ada");
  await expect(proposal("2026-02-30", "x.csv")).rejects.toThrow('"2026-02-30" is not a day');
  await expect(proposal("2026-02-28")).rejects.toThrow("Name the settlement file");
  await expect(proposal("2026-02-28", join(folder, "none.csv"))).rejects.toThrow("cannot be read");
});
