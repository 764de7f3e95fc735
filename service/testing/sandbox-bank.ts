import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { createSandboxIssuer } from "../providers/issuers/sandbox-issuer.ts";
import { createSandboxRail } from "../providers/rails/create-rails.ts";
import { openSandboxBank, SANDBOX_CLIENT_ID } from "../providers/rails/sandbox-bank.ts";
import { openBank } from "../sandbox-bank/open-bank.ts";
import type { TestDatabase } from "./database.ts";

export const TEST_BANK_CLIENT_ID = SANDBOX_CLIENT_ID;

export const TEST_BANK_SECRETS = {
  clientSecret: "test-client-secret-of-32-letters-",
  callbackSecret: "test-callback-secret-of-32-letters",
};

export type TestBank = Awaited<ReturnType<typeof openTestBank>>;

/**
 * The real sandbox bank on a free port, with its books in the test's database. Its clock is `clock` plus what `advance` added. Its
 * callbacks go to the app given to `connect`; until then they wait, as while the service is down. Spread `providers` into those of
 * `testServices`, and call `close` at the end.
 */
export async function openTestBank(database: TestDatabase, options: { clock: Clock; timeoutMs?: number }) {
  let app: FastifyInstance | null = null;
  const bank = await openBank({
    databaseUrl: database.url,
    host: "127.0.0.1",
    port: 0,
    ...TEST_BANK_SECRETS,
    serviceUrl: "http://127.0.0.1:9/v1",
    clock: options.clock,
    // A cut connection is as unknown as a time-out, and the test need not wait for it.
    hangMs: 100,
    async transport({ path, headers, body }) {
      if (!app) throw new Error("No service is connected.");
      const reply = await app.inject({ method: "POST", url: `/v1${path}`, headers, payload: body });
      return { status: reply.statusCode, text: reply.body };
    },
  });
  const address = { url: bank.url, ...TEST_BANK_SECRETS };
  const sandboxBank = openSandboxBank(address);
  const gateway = createSandboxRail(address, { timeoutMs: options.timeoutMs ?? 30_000 });
  const { issuer, network } = createSandboxIssuer(address);
  const rail = { ...gateway, settlementFile: sandboxBank.settlementFile };
  return {
    url: bank.url,
    rail,
    providers: {
      rails: { SANDBOX: [rail], PRODUCTION: [] },
      sandboxBank,
      issuers: { SANDBOX: issuer, PRODUCTION: null },
      cardNetwork: network,
    },
    /** Sends callbacks to this app from now on. */
    connect(service: FastifyInstance | null): void {
      app = service;
    },
    /** Moves the bank's clock, applies what became due and delivers the callbacks. */
    advance: sandboxBank.advance,
    sendInbound: sandboxBank.sendInbound,
    /** Applies what is due and tries the callbacks that are due; resolves when done. */
    settle: bank.settle,
    /** What the bank's own books say, in kobo. */
    async books() {
      const { rows } = await database.pool.query<{ float: bigint; credited: bigint; payouts: number }>(
        `select coalesce((select sum(amount) from sandbox_bank.entries where account = 'float'), 0)::bigint as float,
           coalesce((select -sum(amount) from sandbox_bank.entries where account = 'float' and kind = 'credit' and amount < 0), 0)::bigint as credited,
           (select count(*)::int from sandbox_bank.transfers where direction = 'out' and status = 'succeeded') as payouts`,
      );
      return rows[0] ?? { float: 0n, credited: 0n, payouts: 0 };
    },
    async close() {
      await rail.close();
      await sandboxBank.close();
      await Promise.all([issuer.end(), network.end()]);
      await bank.close();
    },
  };
}
