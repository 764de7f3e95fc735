import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batchEndpoints } from "../../contract/batches.ts";
import type { Services } from "../domain/context.ts";
import { fundMerchantWallet } from "../domain/merchant/fund-merchant-wallet.ts";
import { verifyPin } from "../domain/wallets/controls/pin-hash.ts";
import { testContext, testServices } from "../testing/context.ts";
import { useTestDatabase } from "../testing/database.ts";
import { createTestMerchant, createTestWallet, sandboxPrivateKey, testMember } from "../testing/factories.ts";
import { bearerOf } from "../testing/sign-in.ts";
import { buildApp } from "./app.ts";
import { createLog } from "./monitoring/log.ts";
import { hashRequest } from "./replies/idempotent-reply.ts";

// These digits cannot occur in the third group of a UUIDv7 or in an amount of this test.
const PINS = ["5820", "6931", "9274"] as const;
const [FIRST, SECOND, WRONG] = PINS;
const database = useTestDatabase();
let services: Services;
const lines: string[] = [];
const replies: string[] = [];

beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

test("PIN digits appear in no log, reply or table", async () => {
  const log = createLog({ level: "trace", name: "test", stream: { write: (line: string) => void lines.push(line) } });
  const app = buildApp(services, { log });
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const key = { authorization: `Bearer ${await sandboxPrivateKey(services, merchant)}` };
  const { email } = await testMember(services, merchant, "Operator");
  const operator = await bearerOf(services, email, "dashboard");
  const { customerId } = await createTestWallet(ctx);
  await fundMerchantWallet(ctx, { amount: 100_000 });
  async function call(method: "PUT" | "POST", path: string, payload: object, headers: Record<string, string> = key) {
    const reply = await app.inject({ method, url: `/v1${path}`, headers, payload });
    replies.push(reply.body, JSON.stringify(reply.headers));
    return reply.statusCode;
  }
  const debit = (pin: unknown, headers: Record<string, string> = {}) =>
    call("POST", "/wallet/debit", { customerId, amount: 100, pin }, { ...key, ...headers });

  expect(await call("POST", "/wallet/credit", { customerId, amount: 10_000 })).toBe(200);
  expect(await call("PUT", "/wallet/transaction-pin", { customerId, pin: FIRST })).toBe(200);
  expect(await call("PUT", "/wallet/transaction-pin", { customerId, pin: SECOND })).toBe(200);
  for (const invalid of [`${WRONG}1`, `${WRONG} `, ["9274"], { "9274": true }, Number(WRONG), `x${WRONG}`]) {
    expect(await call("PUT", "/wallet/transaction-pin", { customerId, pin: invalid })).toBe(400);
  }
  expect(await call("PUT", "/wallet/transaction-pin", { customerId: services.ids.next(), pin: WRONG })).toBe(400);
  expect(await call("PUT", "/wallet/transaction-pin", { customerId, pin: WRONG }, {})).toBe(401);
  // Submit while no PIN is required: the pending request must not store a PIN that the caller sends anyway.
  expect(await call("POST", "/wallet/debit", { customerId, amount: 100, pin: WRONG }, operator)).toBe(200);
  await database.pool.query("update tenant_settings set require_pin_for_debit = true");
  expect(await debit(SECOND, { "idempotency-key": "right" })).toBe(200);
  expect(await debit(WRONG, { "idempotency-key": "wrong" })).toBe(400);
  expect(await debit(Number(WRONG))).toBe(400);
  for (let n = 0; n < 5; n += 1) expect(await debit(WRONG)).toBe(400);
  expect(await debit(SECOND)).toBe(400);
  await app.close();

  const rows = await allRows();
  expect(rows.length).toBeGreaterThan(40);
  expect(lines.length).toBeGreaterThan(20);
  for (const text of [...lines, ...replies, ...rows]) {
    const stripped = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "").replace(/\d{4}-\d\d-\d\d[T ][\d:.]+/g, "");
    for (const pin of PINS) expect(stripped).not.toMatch(new RegExp(`(?<![0-9A-Za-z/+])${pin}(?![0-9A-Za-z/+])`));
  }
});

test("the stored request hash does not reveal the PIN", async () => {
  const { rows } = await database.pool.query<{ hash: Buffer }>(
    "select request_hash as hash from idempotency_keys where key = 'right'",
  );
  const { rows: wallets } = await database.pool.query("select customer_id from wallets where pin_hash is not null");
  const input = {
    params: undefined,
    query: undefined,
    body: { customerId: wallets[0].customer_id, amount: 100, pin: SECOND },
  };
  const text = hashRequest(batchEndpoints.debitWallet, input);
  const unkeyed = Buffer.from(text, "base64");
  expect(rows[0]?.hash).toHaveLength(32);
  expect(rows[0]?.hash).not.toEqual(unkeyed);
  expect(rows[0]?.hash).not.toEqual(createHash("sha256").update(unkeyed).digest());
  expect(rows[0]?.hash).not.toEqual(createHash("sha256").update(text).digest());
});

test("the wallet stores the PIN as a keyed argon2id hash only", async () => {
  const { rows } = await database.pool.query("select pin_hash from wallets where pin_hash is not null");
  expect(rows).toHaveLength(1);
  expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/);
  // The database alone is not enough to try all 10,000 PINs.
  expect(await services.providers.passwords.verify(rows[0].pin_hash, SECOND)).toBe(false);
  expect(await verifyPin(services, { pinHash: rows[0].pin_hash, isKeyed: true }, SECOND)).toBe(true);
});

/** Returns all rows of all tables as text. */
async function allRows(): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) => database.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => row));
}
