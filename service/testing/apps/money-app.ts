import type { Services } from "../../domain/context.ts";
import { buildApp } from "../../http/app.ts";
import { testContext, testServices } from "../context.ts";
import type { TestDatabase } from "../database.ts";
import { createTestMerchant, sandboxPrivateKey } from "../factories.ts";

export type MoneyApp = Awaited<ReturnType<typeof openMoneyApp>>;

/** The service without a port on a test database, with a merchant and a key, for tests that move money over HTTP. */
export async function openMoneyApp(database: TestDatabase, overrides: Partial<Services> = {}) {
  const services = testServices(database, overrides);
  const app = buildApp(services);
  const merchant = await createTestMerchant(services);
  const authorization = `Bearer ${await sandboxPrivateKey(services, merchant)}`;
  return {
    app,
    services,
    merchant,
    /** The private key as a header. */
    authorization,
    /** The platform's context in the merchant's sandbox. */
    ctx: testContext(services, { tenant: merchant.sandbox }),
    /** Calls the service with the merchant's private key, or with other `headers`. */
    async call(
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ) {
      const reply = await app.inject({
        method,
        url: `/v1${path}`,
        headers: { authorization, ...headers },
        ...(body ? { payload: body } : {}),
      });
      return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
    },
    async close() {
      await app.close();
      await services.committer.close();
    },
  };
}
