import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createCallerCache } from "../../domain/auth/caller-cache.ts";
import type { Services } from "../../domain/context.ts";
import { buildApp } from "../../http/app.ts";
import { type TestClock, testClock } from "../clock.ts";
import { testServices } from "../context.ts";
import { useTestDatabase } from "../database.ts";
import { createTestMerchant, TEST_PASSWORD } from "../factories.ts";
import { bearerOf } from "../sign-in.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The service for account tests. Before each test the clock passes all throttles and a new e-mail is generated. */
export function useAccountApp() {
  const database = useTestDatabase({ connections: 20 });
  let clock: TestClock;
  let services: Services;
  let app: FastifyInstance;
  let made = 0;

  beforeAll(() => {
    clock = testClock();
    const plain = testServices(database, { clock });
    services = { ...plain, callers: createCallerCache(clock, 3_600_000), dashboardUrl: "https://wallets.example" };
    app = buildApp(services);
  });
  beforeEach(() => {
    made += 1;
    clock.advance(16 * 60_000);
  });
  afterAll(async () => {
    await app.close();
    await services.committer.close();
  });

  async function callFrom(
    remoteAddress: string,
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    const request = { method, url: `/v1${path}`, remoteAddress, headers, ...(body ? { payload: body } : {}) };
    const response = await app.inject(request);
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  }

  return {
    database,
    now: () => ({ clock, services, app, email: `new-${made}@test.example` }),
    call: (method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
      callFrom("127.0.0.1", method, path, body, headers),
    callFrom,

    async merchantOf(owner: string) {
      const merchant = await createTestMerchant(services, {
        owner: { email: owner, password: TEST_PASSWORD, firstName: "Ada", lastName: "Obi" },
        businessName: "Ada Ventures",
      });
      return { merchant, bearer: await bearerOf(services, owner, "dashboard") };
    },
  };
}
