import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSealedValues, type StoredColumn, storedColumns } from "../db/sealed-values.ts";
import { createSecrets } from "../providers/secrets.ts";
import { TEST_SECRETS_KEY, testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { testJpeg } from "../testing/documents.ts";
import { createTestMerchant, createTestWallet, TEST_PASSWORD, testMember } from "../testing/factories.ts";
import { startTwoFactor } from "./auth/two-factor/start-two-factor.ts";
import { setUpCards } from "./cards/set-up-cards.ts";
import type { Context, Services } from "./context.ts";
import { acceptDocuments, receiveDocument } from "./merchant/verification/upload-documents.ts";
import { queueSecurityNotice } from "./messages/security-notice.ts";
import { type ResealReport, resealValues } from "./reseal-values.ts";
import { acceptWalletImport, receiveWalletImport } from "./wallets/imports/receive-wallet-import.ts";
import { rollSecret } from "./webhooks/subscriptions/roll-secret.ts";
import { subscribe } from "./webhooks/subscriptions/subscribe.ts";

const database = useTestDatabase();
const NEW_KEY = `2:${Buffer.alloc(32, 2).toString("base64")}`;
let services: Services;
let ctx: Context;

beforeAll(async () => {
  services = testServices(database);
  const merchant = await createTestMerchant(services);
  const actor = await testMember(services, merchant, "Admin");
  ctx = testContext(services, { tenant: merchant.sandbox, actor });
  await createTestWallet(ctx, { bvn: "22298765111", nin: "77712345888" });
  const { customerId } = await createTestWallet(ctx);
  await startTwoFactor(ctx, { currentPassword: TEST_PASSWORD });
  const client = await database.pool.connect();
  await queueSecurityNotice(client, ctx, { kind: "two_factor_on", to: { userId: actor.userId } });
  client.release();
  const { data } = await subscribe(ctx, { url: "https://203.0.114.7/hooks", events: ["*"] });
  await rollSecret(ctx, { ...data, overlapHours: 24 });
  const header = "first_name,last_name,phone_number,bvn,date_of_birth";
  const rows = Array.from({ length: 600 }, (_, i) => `Ada,Obi,0803${1_000_000 + i},,1990-01-01`);
  const file = await receiveWalletImport(
    ctx,
    (async function* () {
      yield Buffer.from([header, ...rows].join("\r\n"));
    })(),
  );
  await acceptWalletImport(ctx, file, { sha256: "" });
  await setUpCards(ctx, {
    appId: "app",
    appKey: "key of the app",
    prepaidCardPrefix: "506066",
    loadingAccountName: "Ada Ventures",
    loadingAccountNumber: "0123456789",
    loadingAccountSortcode: "058",
  });
  await createSealedCard(customerId);
  const document = { field: "directorId", fileName: "id.jpg", before: undefined };
  await acceptDocuments(ctx, await receiveDocument(ctx, Readable.from([testJpeg(200_000)]), document));
});
afterAll(() => services.committer.close());

/** A card that waits for an issuer, with its sealed address. */
async function createSealedCard(customerId: string): Promise<void> {
  const id = services.ids.next();
  await database.pool.query(
    `insert into cards (tenant, id, customer_id, wallet_account, issuer, type, source, name_on_card, status, address_sealed, actor,
       actor_name, created_at, updated_at)
     select tenant, $3, customer_id, account_id, 'sandbox', 'VIRTUAL', 'WALLET', 'ADA OBI', 'requested', $4, 'test', 'Test', $5, $5
     from wallets where tenant = $1 and customer_id = $2`,
    [
      ctx.tenant.id,
      customerId,
      id,
      services.providers.secrets.seal("12 Marina Road", "cards.address_sealed", id),
      services.clock.now(),
    ],
  );
}

async function run(keys: string): Promise<Record<StoredColumn, ResealReport>> {
  const secrets = createSecrets(keys);
  const reports: ResealReport[] = [];
  const sealing = resealValues({ ...services, providers: { ...services.providers, secrets } });
  for await (const report of sealing) reports.push(report);
  return Object.fromEntries(reports.map((report) => [report.column, report])) as Record<StoredColumn, ResealReport>;
}

test("seals every value of every column with the newest key; the old key is then not needed to open them", async () => {
  const first = await run(`${NEW_KEY},${TEST_SECRETS_KEY}`);
  expect(storedColumns.filter((column) => first[column].read === 0)).toEqual([]);
  for (const column of storedColumns) {
    expect(first[column]).toEqual({ column, read: first[column].read, renewed: first[column].read, failed: [] });
    const onlyNew = createSecrets(NEW_KEY);
    const values = await findSealedValues(database.pool, column, { after: "", limit: 1_000 });
    expect(values).toHaveLength(first[column].read);
    for (const { row, sealed } of values) expect(onlyNew.open(sealed, column, row)).not.toBe("");
  }
  expect(first["wallet_import_rows.cells_sealed"].read).toBe(600);
  const second = await run(`${NEW_KEY},${TEST_SECRETS_KEY}`);
  expect(Object.values(second).map(({ renewed }) => renewed)).toEqual(storedColumns.map(() => 0));
});

test("a value that was copied to another row does not open, and is named", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `update customers c set bvn_sealed = o.bvn_sealed from customers o
     where o.id <> c.id and o.tenant = c.tenant and o.nin_sealed is not null and c.tenant = $1 returning c.id`,
    [ctx.tenant.id],
  );
  expect(rows).toHaveLength(1);
  const report = await run(`3:${Buffer.alloc(32, 3).toString("base64")},${NEW_KEY},${TEST_SECRETS_KEY}`);
  expect(report["customers.bvn_sealed"].failed).toEqual([rows[0]?.id]);
});
