import { afterAll, beforeAll, expect, test } from "vitest";
import { testContext, testServices } from "../../../testing/context.ts";
import { useTestDatabase } from "../../../testing/database.ts";
import { createTestMerchant, sandboxPrivateKey, TEST_PASSWORD } from "../../../testing/factories.ts";
import { expectBooksToBalance } from "../../../testing/invariants.ts";
import { isAccountNumberOf } from "../../account-number.ts";
import { hashOfKey } from "../../auth/merchant-keys.ts";
import type { Services } from "../../context.ts";
import { addMember } from "../../team/add-member.ts";

const database = useTestDatabase();
let services: Services;

beforeAll(() => {
  services = testServices(database);
});
afterAll(() => services.committer.close());

async function select(sql: string, ...values: unknown[]) {
  return (await database.pool.query(sql, values)).rows;
}

test("opens ledger accounts, settings, tier rules and a merchant wallet in both modes", async () => {
  const merchant = await createTestMerchant(services, { businessName: "Àdá & Sons", canDebitCustomer: true });
  const rows = await select(
    `select t.mode, s.can_debit_customer, w.account_number, w.account_name, a.kind,
       (select count(*)::int from tier_rules r where r.tenant = t.id) as tiers,
       (select count(*)::int from accounts b where b.tenant = t.id) as accounts
     from tenants t join tenant_settings s on s.tenant = t.id join wallets w on w.tenant = t.id
     join accounts a on a.tenant = t.id and a.id = w.account_id where t.merchant_id = $1 order by t.id`,
    merchant.merchantId,
  );
  const common = { account_name: "Àdá & Sons", kind: "merchant", tiers: 3, accounts: 4 };
  expect(rows).toMatchObject([
    { mode: "SANDBOX", can_debit_customer: true, ...common },
    { mode: "PRODUCTION", can_debit_customer: false, ...common },
  ]);
  for (const row of rows) expect(isAccountNumberOf("090999", row.account_number)).toBe(true);
  const [{ slug }] = await select("select slug from merchants where id = $1", merchant.merchantId);
  expect(slug).toMatch(/^ada-sons-[0-9a-f]{6}$/);
  await expectBooksToBalance(database.pool);
});

test("creates sandbox keys only: readable for signing, found by their hash, never in the audit log", async () => {
  const merchant = await createTestMerchant(services);
  const key = await sandboxPrivateKey(services, merchant);
  expect(key).toMatch(/^sk_sandbox_[\w-]{43}$/);
  const keys = await select(
    "select k.tenant, k.public_key from merchant_keys k join tenants t on t.id = k.tenant where t.merchant_id = $1",
    merchant.merchantId,
  );
  expect(keys).toEqual([{ tenant: merchant.sandbox.id, public_key: expect.stringMatching(/^pk_sandbox_/) }]);
  expect(await select("select from merchant_keys where private_key_hash = $1", hashOfKey(key))).toHaveLength(1);
  expect(JSON.stringify(await select("select to_jsonb(a) from audit_log a"))).not.toContain(key);
});

test("a person may be in two teams and keeps the password and name of the first", async () => {
  const owner = { email: "Twice@Test.example", password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" };
  const first = await createTestMerchant(services, { owner });
  const second = await createTestMerchant(services, { owner: { ...owner, firstName: "Other", password: "other" } });
  expect(second.owner.userId).toBe(first.owner.userId);
  expect(second.owner.memberId).not.toBe(first.owner.memberId);
  const [user] = await select("select first_name, password_hash from users where email = 'twice@test.example'");
  expect(user.first_name).toBe("Ada");
  expect(await services.providers.passwords.verify(user.password_hash, TEST_PASSWORD)).toBe(true);
});

test("adds a member once, with an audit row, and refuses the second attempt without writing anything", async () => {
  const merchant = await createTestMerchant(services);
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const person = { email: "op@test.example", password: TEST_PASSWORD, firstName: "Chidi", lastName: "Ọbiọra" };
  const { memberId } = await addMember(ctx, { ...person, role: "Operator", approvalLimitKobo: 5_000_000n });
  expect(await select("select action, after from audit_log where object_id = $1", memberId)).toEqual([
    { action: "member.add", after: { email: "op@test.example", role: "Operator", approvalLimit: 5_000_000 } },
  ]);
  const before = await select("select count(*) from audit_log");
  await expect(addMember(ctx, { ...person, role: "Admin" })).rejects.toMatchObject({ code: "member_exists" });
  expect(await select("select count(*) from audit_log")).toEqual(before);
});

test("a merchant that fails half-way leaves no rows", async () => {
  const before = await select("select count(*) from merchants");
  const broken = { ...services, ids: { next: () => "not a uuid" } };
  await expect(createTestMerchant(broken)).rejects.toThrow();
  expect(await select("select count(*) from merchants")).toEqual(before);
});
