import type { AuditRow } from "../db/merchant/audit-log.ts";
import type { Actor, Context, Services, Tenant } from "../domain/context.ts";
import { createDevelopmentOutbox } from "../domain/messages/development-outbox.ts";
import { auditMac } from "../domain/record-audit.ts";
import { systemIds } from "../ids.ts";
import { createCommitter } from "../ledger/commit-movements.ts";
import { microsOf } from "../ledger/journal-text.ts";
import { type JournalMac, journalMac } from "../providers/book-macs.ts";
import { createSandboxRegistry } from "../providers/identity/sandbox-registry.ts";
import { createPasswords } from "../providers/passwords.ts";
import { createSecrets } from "../providers/secrets.ts";
import { createWebhookClient } from "../providers/webhook-client/create-webhook-client.ts";
import { testClock } from "./clock.ts";
import type { TestDatabase } from "./database.ts";

/** A key of 32 zero bytes. */
export const TEST_SECRETS_KEY = `1:${Buffer.alloc(32).toString("base64")}`;

/** An audit row with its code under the test key. */
export function signedAudit(row: Omit<AuditRow, "mac">): AuditRow {
  return { ...row, mac: auditMac(testSecrets, { ...row, at: microsOf(row.at) }) };
}

/** Signs journals under the test key. */
export function testSign(journal: string, rows: readonly string[]): JournalMac {
  return journalMac(testSecrets, journal, rows);
}

const testSecrets = createSecrets(TEST_SECRETS_KEY);

export const platformActor: Actor = { kind: "platform", id: "test", name: "Test" };

/**
 * The service's parts on a test database, as the role of the running service where the database has one, with cheap password hashes, the sandbox registry and a controlled clock. Call it inside
 * a test or hook, and close `committer` at the end of the file.
 */
export function testServices(given: TestDatabase, overrides: Partial<Services> = {}): Services {
  const clock = overrides.clock ?? testClock();
  const database = given.runtime ?? given;
  const outbox = {
    sms: createDevelopmentOutbox({ db: database.pool, clock }, "sms"),
    email: createDevelopmentOutbox({ db: database.pool, clock }, "email"),
  };
  return {
    db: database.pool,
    clock,
    ids: systemIds,
    committer: overrides.committer ?? createCommitter({ databaseUrl: database.url, clock, sign: testSign, lanes: 2 }),
    providers: {
      secrets: testSecrets,
      passwords: createPasswords({ memoryKiB: 64, passes: 1 }),
      identity: { SANDBOX: createSandboxRegistry(), PRODUCTION: createSandboxRegistry() },
      ...outbox,
      sandboxMessages: outbox,
      // Test receivers listen on this machine: every host name resolves to it.
      webhooks: createWebhookClient({ allowedCidrs: "127.0.0.0/8", own: [], resolveName: async () => ["127.0.0.1"] }),
      rails: { SANDBOX: [], PRODUCTION: [] },
      sandboxBank: null,
      issuers: { SANDBOX: null, PRODUCTION: null },
      cardNetwork: null,
    },
    ...overrides,
  };
}

/** A context as the HTTP layer creates it, without an Idempotency-Key. */
export function testContext(services: Services, caller: { tenant: Tenant; actor?: Actor }): Context {
  return {
    ...services,
    tenant: caller.tenant,
    actor: caller.actor ?? platformActor,
    requestId: services.ids.next(),
    address: "192.0.2.1",
    pendingAnswer: null,
  };
}
