import { migrate } from "../../db/migrate.ts";
import { openPool } from "../../db/pool.ts";
import type { Services } from "../../domain/context.ts";
import { createCustomerToken } from "../../domain/customers/phone/create-customer-token.ts";
import { testContext, testServices } from "../context.ts";
import { createTestMerchant, sandboxPrivateKey, testMember } from "../factories.ts";
import { bearerOf } from "../sign-in.ts";
import { createTenantRecords } from "../tenant-records.ts";
import type { FuzzCredential, FuzzMaterial } from "./fuzz-requests.ts";

/** A merchant with one record of each kind, and credentials of each kind, some of them wrong. */
export async function createFuzzMaterial(services: Services): Promise<FuzzMaterial> {
  const merchant = await createTestMerchant(services, { canDebitCustomer: true });
  const ctx = testContext(services, { tenant: merchant.sandbox });
  const key = await sandboxPrivateKey(services, merchant);
  const records = await createTenantRecords(ctx, merchant);
  const { token: customer } = await createCustomerToken(ctx, { customerId: records.customerId });
  const credentials: FuzzCredential[] = [
    { kind: "key", token: key },
    { kind: "customer", token: customer },
  ];
  for (const role of ["MainMerchant", "Admin", "Support"] as const) {
    for (const channel of ["api", "dashboard"] as const) {
      const { email } = await testMember(services, merchant, role);
      const { authorization } = await bearerOf(services, email, channel);
      credentials.push({ kind: "session", token: authorization.replace("Bearer ", ""), role });
    }
  }
  return { credentials, wrong: ["sk_unknown", "x".repeat(3_000)], ids: Object.values(records) };
}

/** Migrates an empty database at `url` and fills it for a run, without rate limits: the run sends more than a merchant may. */
export async function prepareFuzz(url: string): Promise<{ material: FuzzMaterial; close(): Promise<void> }> {
  const pool = openPool({ url, max: 4, applicationName: "fuzz" });
  await migrate(pool, { appliedAt: new Date() });
  const services = testServices({ pool, url }, { clock: { now: () => new Date() } });
  const material = await createFuzzMaterial(services);
  await pool.query("update tenant_settings set requests_per_key = 1e9, requests_per_merchant = 1e9");
  return {
    material,
    async close() {
      await services.committer.close();
      await pool.end();
    },
  };
}
