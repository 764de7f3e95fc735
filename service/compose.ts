import type { Tracing } from "../contract/tracing.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, ConfigError } from "./config.ts";
import { listenForRevocations, sendRevocation } from "./db/auth/revocations.ts";
import type { Listening } from "./db/listen.ts";
import { createPayoutEnds, listenForPayoutEnds } from "./db/payouts/payout-ends.ts";
import { type Database, onOutboxCommitted, openPool, type Pool } from "./db/pool.ts";
import { databaseServers } from "./db/primary.ts";
import { createReplicas, type Replicas } from "./db/replicas.ts";
import { findConfinementProblem, findRoleProblem } from "./db/runtime-role.ts";
import { findMissingMigrations } from "./db/schema-version.ts";
import { createWakeSignal } from "./db/wake-signal.ts";
import { createCallerCache } from "./domain/auth/caller-cache.ts";
import { createKeyUse } from "./domain/auth/key-use.ts";
import { createRateLimits } from "./domain/auth/rate-limits.ts";
import type { Services } from "./domain/context.ts";
import { createDevelopmentOutbox } from "./domain/messages/development-outbox.ts";
import { createPartyCache } from "./domain/transfers/party-cache.ts";
import { type Ids, systemIds } from "./ids.ts";
import { createCommitter } from "./ledger/commit-movements.ts";
import type { CommitterHooks } from "./ledger/committer-options.ts";
import type { LedgerTracer } from "./ledger/posting-traces.ts";
import { journalMac } from "./providers/book-macs.ts";
import { createSmtpMail } from "./providers/email/smtp-mail.ts";
import { createHeadFiles } from "./providers/head-files.ts";
import { createHttpRegistry } from "./providers/identity/http-registry.ts";
import { createSandboxRegistry } from "./providers/identity/sandbox-registry.ts";
import { createIssuers } from "./providers/issuers/create-issuers.ts";
import { createPasswords } from "./providers/passwords.ts";
import { createRails } from "./providers/rails/create-rails.ts";
import { createSecrets } from "./providers/secrets.ts";
import { createHttpSms } from "./providers/sms/http-sms.ts";
import { createWebhookClient } from "./providers/webhook-client/create-webhook-client.ts";

/** A cached caller expires after this time, should the notification of its revocation be lost: API 2 allows 5 s. */
const CALLER_CACHE_MS = 3_000;

/** Longer than PostgreSQL works on a statement: what has no answer by then was sent to a machine that vanished. */
const ANSWER_MS = 35_000;

/** A command that changes fees or flags takes longer than this, so the new values apply once it has finished. */
const SETTINGS_CACHE_MS = 200;

export type Composition = {
  services: Services;
  /** Applies the revocations of other processes to the cached callers. For processes that serve requests. */
  followRevocations(onTrouble: (error: unknown) => void): Listening;
  /** Wakes the callers that wait for payouts which another process ended. For processes that serve requests. */
  followPayouts(onTrouble: (error: unknown) => void): Listening;
  /** Finishes the queued postings, then closes the connections. */
  close(): Promise<void>;
};

type ComposeOptions = {
  name: string;
  hooks?: CommitterHooks;
  onIdleError?: (error: Error) => void;
  clock?: Clock;
  ids?: Ids;
  tracing?: Tracing | undefined;
};

/** Creates the parts of a process, without opening a connection. PostgreSQL shows `name` for its connections. */
export function compose(config: Config, options: ComposeOptions): Composition {
  const clock = options.clock ?? systemClock;
  const { databaseUrl: url } = config;
  const db = openProcessPool(config, options);
  const secrets = createSecrets(config.secretsKey);
  const callers = createCallerCache(clock, CALLER_CACHE_MS, (revocation) => {
    sendRevocation(db, revocation).catch(() => undefined);
  });
  const workers = createWakeSignal(db);
  onOutboxCommitted(db, workers.send);
  const rateLimits = createRateLimits(db, clock);
  const committer = createCommitter({
    databaseUrl: url,
    clock,
    sign: (journal, rows) => journalMac(secrets, journal, rows),
    queue: { weightOf: rateLimits.weightOf },
    hooks: ledgerHooks(options, workers.send),
  });
  const sandboxMessages = {
    sms: createDevelopmentOutbox({ db, clock }, "sms"),
    email: createDevelopmentOutbox({ db, clock }, "email"),
  };
  const webhooks = createWebhookClient({
    allowedCidrs: config.webhookAllowedCidrs,
    own: [
      { host: config.host, port: config.port },
      ...databaseAddresses(config),
      ...(config.sandboxBank ? [bankAddress(config.sandboxBank.url)] : []),
    ],
  });
  const payoutEnds = createPayoutEnds(db);
  const rails = createRails({ sandboxBank: config.sandboxBank, production: config.rails });
  const issuers = createIssuers(config);
  const replicas = openReplicas(config, options);
  return {
    services: {
      db,
      replicas,
      clock,
      ids: options.ids ?? systemIds,
      committer,
      providers: {
        secrets,
        passwords: createPasswords(),
        identity: {
          SANDBOX: createSandboxRegistry(),
          PRODUCTION: config.identityRegistry ? createHttpRegistry(config.identityRegistry) : createSandboxRegistry(),
        },
        sms: config.sms ? createHttpSms(config.sms) : sandboxMessages.sms,
        email: config.smtp ? createSmtpMail(config.smtp) : sandboxMessages.email,
        sandboxMessages,
        webhooks,
        rails: rails.rails,
        sandboxBank: rails.sandboxBank,
        issuers: issuers.issuers,
        cardNetwork: issuers.cardNetwork,
      },
      ...(config.dashboardUrl ? { dashboardUrl: config.dashboardUrl } : {}),
      ...(config.passkeyRpId ? { passkeyRpId: config.passkeyRpId } : {}),
      callers,
      keyUse: createKeyUse(db, clock),
      rateLimits,
      parties: createPartyCache(clock, SETTINGS_CACHE_MS),
      payoutEnds,
      uploadsWaiting: config.uploadsWaiting,
      tracing: options.tracing,
      ...(config.bookHeadsDir ? { headFiles: createHeadFiles(config.bookHeadsDir, secrets) } : {}),
    },
    followRevocations: (onTrouble) =>
      listenForRevocations({ url, onRevocation: callers.apply, onConnected: callers.clear, onTrouble }),
    followPayouts: (onTrouble) => listenForPayoutEnds({ url, ends: payoutEnds, onTrouble }),
    async close() {
      await committer.close();
      await webhooks.close();
      await Promise.all([rails.close(), issuers.end()]);
      await Promise.all([db.end(), replicas?.close()]);
      await options.tracing?.close();
    },
  };
}

function openProcessPool({ databaseUrl, databaseConnections }: Config, { name, onIdleError }: ComposeOptions): Pool {
  const applicationName = `wallet-${name}`;
  const db = openPool({ url: databaseUrl, max: databaseConnections, applicationName, answerMs: ANSWER_MS });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  db.on("error", (error) => onIdleError?.(error));
  return db;
}

function databaseAddresses({ databaseUrl, databaseReplicaUrls }: Config): { host: string; port: number }[] {
  const servers = [databaseUrl, ...databaseReplicaUrls].flatMap(databaseServers);
  return servers.map(({ host, port }) => ({ host: host || "localhost", port }));
}

function openReplicas(config: Config, { name }: ComposeOptions): Replicas | undefined {
  if (config.databaseReplicaUrls.length === 0) return undefined;
  return createReplicas({
    primaryUrl: config.databaseUrl,
    urls: config.databaseReplicaUrls,
    max: config.databaseConnections,
    applicationName: `wallet-${name}-reads`,
  });
}

/**
 * Refuses to run in production with a role that could rewrite the books, or whose requests reach every tenant. A database that does not answer yet is no reason to stop.
 * @throws `ConfigError`
 */
export async function assertRuntimeRole(config: Config, db: Database): Promise<void> {
  if (!config.isProduction || config.allowsOwnerRole) return;
  const problem = await findRoleProblem(db).catch(() => null);
  if (problem !== null) {
    throw new ConfigError([
      `DATABASE_URL: ${problem}, so the service could rewrite its own books. Create a role without rights, name it in DATABASE_URL, ` +
        "set the present URL as DATABASE_OWNER_URL for `platform migrate`, and run that once (docs/operations.md, Database roles). " +
        "ALLOW_OWNER_ROLE=1 starts without.",
    ]);
  }
  const gap = await findConfinementProblem(db).catch(() => null);
  if (gap !== null) {
    throw new ConfigError([
      `DATABASE_URL: ${gap}, so a statement that forgot its tenant would reach other merchants. Run \`platform migrate\` with ` +
        "DATABASE_OWNER_URL once (docs/operations.md, Database roles). ALLOW_OWNER_ROLE=1 starts without.",
    ]);
  }
}

/**
 * Keeps a worker of a new release off the former tables, where its jobs would fail one by one while it looks alive.
 * @throws ConfigError with the first migration that is missing; a database that does not answer yet is no reason
 */
export async function assertMigrated(db: Database): Promise<void> {
  const [missing] = await findMissingMigrations(db).catch(() => []);
  if (missing !== undefined) {
    throw new ConfigError([`DATABASE_URL: the tables lack the migration ${missing}. Run \`platform migrate\` first.`]);
  }
}

/** The given hooks, and those that wake the worker and trace. */
function ledgerHooks({ hooks, tracing }: ComposeOptions, wakeWorker: () => void): CommitterHooks {
  return {
    ...hooks,
    ...(tracing ? { tracer: traceLedger(tracing) } : {}),
    committed(flush) {
      if (flush.movements > 0) wakeWorker();
      hooks?.committed?.(flush);
    },
  };
}

/** The spans of the ledger: one for each posting, in the trace of its request, and one for each flush, linked with its postings. */
function traceLedger(tracing: Tracing): LedgerTracer {
  return {
    submitted({ movements }) {
      const parent = tracing.current()?.traceparent;
      const attributes = { "wallet.movements": movements.length };
      const span = tracing.start("post", { kind: "internal", parent, attributes });
      return {
        traceparent: span.traceparent,
        link: (flush) => span.link(flush),
        ended: (error) => span.end({}, error?.name),
      };
    },
    flushing(postings) {
      const links = postings.map(({ traceparent }) => traceparent);
      const attributes = { "wallet.postings": postings.length };
      const span = tracing.start("flush", { kind: "internal", links, attributes });
      for (const posting of postings) posting.link(span.traceparent);
      return { ended: (error) => span.end({}, error === undefined ? undefined : nameOf(error)) };
    },
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function bankAddress(bankUrl: string): { host: string; port: number } {
  const url = new URL(bankUrl);
  return { host: url.hostname, port: Number(url.port || (url.protocol === "https:" ? 443 : 80)) };
}
