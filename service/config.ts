import { isIP } from "node:net";
import * as z from "zod";
import type { TracingSettings } from "../contract/tracing.ts";
import { parseTrustedProxies, wideRanges } from "../contract/trusted-proxies.ts";
import { LAST_DATABASE } from "./db/number-ranges.ts";
import { databaseServers, isProtected, parseReplicaUrls } from "./db/primary.ts";
import { parseOrigins } from "./http/requests/cors.ts";
import { type RailSettings, railVariables, readRailSettings } from "./providers/rails/rail-settings.ts";
import { createSecrets } from "./providers/secrets.ts";
import { parseAllowedRanges } from "./providers/webhook-client/address-rules.ts";

/** Public in this repository, so production rejects it. 32 bytes. */
const DEVELOPMENT_SECRETS_KEY = "1:ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXRzLWtleS0wMDE=";

const Port = z.coerce.number().int().min(0).max(65_535);
const Host = z
  .string()
  .refine((text) => text === "localhost" || isIP(text) !== 0, "must be an IP address or localhost");

/** Unencrypted only to this machine: these requests contain BVN, NIN and codes. */
const HttpUrl = z
  .url({ protocol: /^https?$/, error: "must be an https:// address" })
  .refine(
    (text) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(text),
    "must be an https:// address",
  );

const DatabaseUrl = z
  .string({ error: "is required: a postgres:// address" })
  .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
  .refine((text) => succeeds(() => databaseServers(text)), "must name servers as host:port, separated by commas");

const readableBy = (read: (text: string) => unknown, message: string) =>
  z.string().refine((text) => succeeds(() => read(text)), message);

const AddressList = readableBy(parseTrustedProxies, "must be a list of addresses, ranges, or loopback");

const Environment = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: DatabaseUrl,
  DATABASE_REPLICA_URLS: z.string().default(""),
  DATABASE_OWNER_URL: DatabaseUrl.optional(),
  DATABASE_NUMBER: z.coerce.number().int().min(0).max(LAST_DATABASE).default(0),
  ALLOW_OWNER_ROLE: z.enum(["0", "1"]).default("0"),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(16),
  SERVICE_HOST: Host.default("127.0.0.1"),
  SERVICE_PORT: Port.default(4000),
  DASHBOARD_URL: z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" }).optional(),
  PASSKEY_RP_ID: z
    .string()
    .regex(/^([a-z0-9-]+\.)*[a-z0-9-]+$/, "must be a domain such as example.com")
    .optional(),
  SECRETS_KEY: readableBy(createSecrets, "must be version:base64 keys of 32 bytes each").default(
    DEVELOPMENT_SECRETS_KEY,
  ),
  TRUSTED_PROXIES: AddressList.default("loopback"),
  CORS_ORIGINS: readableBy(parseOrigins, "must be a list of origins such as https://shop.example").default(""),
  WEBHOOK_ALLOWED_CIDRS: readableBy(parseAllowedRanges, "must be a list of ranges such as 10.1.0.0/16").default(""),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  IDENTITY_REGISTRY_URL: HttpUrl.optional(),
  IDENTITY_REGISTRY_KEY: z.string().optional(),
  SMS_URL: HttpUrl.optional(),
  SMS_KEY: z.string().optional(),
  SMS_FROM: z.string().max(20).default("Wallets"),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  SMTP_PLAINTEXT: z.enum(["0", "1"]).default("0"),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address, or Name <address>")
    .optional(),
  ...railVariables(HttpUrl),
  ALLOW_SANDBOX_PROVIDERS: z.enum(["0", "1"]).default("0"),
  UPLOADS_WAITING: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
  BOOK_HEADS_DIR: z.string().optional(),
  SERVICE_METRICS_PORT: Port.optional(),
  WORKER_METRICS_PORT: Port.optional(),
  METRICS_ADDRESSES: AddressList.default("loopback"),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(120).default(20),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
});

export type Config = RailSettings & {
  isProduction: boolean;
  databaseUrl: string;
  databaseReplicaUrls: string[];
  /** The role that owns the tables, for `platform migrate` only; undefined: that of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  /** Which of several databases this is; each gives out numbers of its own. Decision 0194. */
  databaseNumber: number;
  /** Production starts although the role of `databaseUrl` could rewrite the books. */
  allowsOwnerRole: boolean;
  databaseConnections: number;
  host: string;
  port: number;
  secretsKey: string;
  trustedProxies: string;
  corsOrigins: string;
  webhookAllowedCidrs: string;
  /** The maximum number of waiting uploads of each kind per merchant. */
  uploadsWaiting: number;
  /** The folder of the daily signed heads of the hash chain; undefined: none are written. */
  bookHeadsDir: string | undefined;
  /** The ports that serve only `/metrics`; undefined: none. */
  serviceMetricsPort: number | undefined;
  workerMetricsPort: number | undefined;
  /** Who may read metrics on those ports, as in `trustedProxies`. */
  metricsAddresses: string;
  /** `null`: no traces. The exporter reads its address from the environment. */
  tracing: TracingSettings | null;
  logLevel: string;
  /** The dashboard's URL, for links in e-mails. */
  dashboardUrl: string | null;
  /** The domain of passkeys: a parent of the dashboard's host. `null`: the host itself. */
  passkeyRpId: string | null;
  shutdownSeconds: number;
  /** How long the service still takes requests after a signal, so that a proxy sees that it is leaving. */
  drainSeconds: number;
  /** `null`: the sandbox registry, or the development outbox. */
  identityRegistry: { baseUrl: string; key: string } | null;
  sms: { baseUrl: string; key: string; from: string } | null;
  smtp: { url: string; from: string; allowsPlaintext: boolean } | null;
};

/**
 * Reads the environment. An empty value counts as not set.
 * @throws `ConfigError` that lists every invalid variable or, in production, every value that is for development only
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const values = parsed.data;
  refuseForeignRpId(values);
  const isProduction = values.NODE_ENV === "production";
  if (isProduction) refuseUnsafe(values);
  const providers = readProviders(values);
  const replicaUrls = parseReplicaUrls(values.DATABASE_REPLICA_URLS, values.DATABASE_URL);
  if (!replicaUrls) throw new ConfigError(["DATABASE_REPLICA_URLS: one server each, as the role of DATABASE_URL"]);
  if (isProduction && values.ALLOW_SANDBOX_PROVIDERS === "0") refuseSandbox(providers);
  return {
    isProduction,
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrls: replicaUrls,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseNumber: values.DATABASE_NUMBER,
    allowsOwnerRole: values.ALLOW_OWNER_ROLE === "1",
    databaseConnections: values.DATABASE_CONNECTIONS,
    host: values.SERVICE_HOST,
    port: values.SERVICE_PORT,
    secretsKey: values.SECRETS_KEY,
    trustedProxies: values.TRUSTED_PROXIES,
    corsOrigins: values.CORS_ORIGINS,
    webhookAllowedCidrs: values.WEBHOOK_ALLOWED_CIDRS,
    uploadsWaiting: values.UPLOADS_WAITING,
    bookHeadsDir: values.BOOK_HEADS_DIR,
    serviceMetricsPort: values.SERVICE_METRICS_PORT,
    workerMetricsPort: values.WORKER_METRICS_PORT,
    metricsAddresses: values.METRICS_ADDRESSES,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT ? { sampleRatio: values.OTEL_TRACES_SAMPLER_ARG } : null,
    logLevel: values.LOG_LEVEL,
    dashboardUrl: values.DASHBOARD_URL?.replace(/\/$/, "") ?? null,
    passkeyRpId: values.PASSKEY_RP_ID ?? null,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
    drainSeconds: values.DRAIN_SECONDS,
    ...providers,
  };
}

type Providers = Pick<Config, "identityRegistry" | "sms" | "smtp" | keyof RailSettings>;

/** A provider is configured completely or not at all. */
function readProviders(values: z.infer<typeof Environment>): Providers {
  const problems: string[] = [];
  const pair = (urlName: "IDENTITY_REGISTRY_URL" | "SMS_URL", keyName: "IDENTITY_REGISTRY_KEY" | "SMS_KEY") => {
    const [baseUrl, key] = [values[urlName], values[keyName]];
    if (baseUrl && key) return { baseUrl, key };
    if (baseUrl || key)
      problems.push(`${baseUrl ? keyName : urlName}: is required with ${baseUrl ? urlName : keyName}`);
    return null;
  };
  const identityRegistry = pair("IDENTITY_REGISTRY_URL", "IDENTITY_REGISTRY_KEY");
  const sms = pair("SMS_URL", "SMS_KEY");
  const { SMTP_URL: url, MAIL_FROM: from } = values;
  if (url && !from) problems.push("MAIL_FROM: is required with SMTP_URL");
  if (from && !url) problems.push("SMTP_URL: is required with MAIL_FROM");
  const rails = readRailSettings(values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    ...rails,
    identityRegistry,
    sms: sms && { ...sms, from: values.SMS_FROM },
    smtp: url && from ? { url, from, allowsPlaintext: values.SMTP_PLAINTEXT === "1" } : null,
  };
}

/** Browsers refuse passkeys of a domain that is not the page's own host or a parent of it. */
function refuseForeignRpId({ PASSKEY_RP_ID: rpId, DASHBOARD_URL: url }: z.infer<typeof Environment>): void {
  if (rpId === undefined) return;
  const host = url === undefined ? "" : new URL(url).hostname;
  if (host === rpId || (host.endsWith(`.${rpId}`) && rpId.includes("."))) return;
  throw new ConfigError(["PASSKEY_RP_ID: must be the host of DASHBOARD_URL, or a parent domain of it"]);
}

/** Refuses values that parse but make production unsafe, each by name with the reason. */
function refuseUnsafe(values: z.infer<typeof Environment>): void {
  const problems = [
    ...weakKeyProblems(values.SECRETS_KEY),
    ...wideRanges(values.TRUSTED_PROXIES).map(
      (range) => `TRUSTED_PROXIES: ${range} trusts addresses that anybody can have; callers could choose their address`,
    ),
    ...wideRanges(values.METRICS_ADDRESSES).map((range) => `METRICS_ADDRESSES: ${range} lets anybody read the metrics`),
    ...wideRanges(values.WEBHOOK_ALLOWED_CIDRS).map(
      (range) => `WEBHOOK_ALLOWED_CIDRS: ${range} lets merchants reach every address of the network`,
    ),
    ...(isRemoteHttp(values.DASHBOARD_URL)
      ? ["DASHBOARD_URL: must be https:// in production; mailed links carry codes"]
      : []),
    ...(values.SMTP_PLAINTEXT === "1" && !LOCAL_SMTP.test(values.SMTP_URL ?? "")
      ? ["SMTP_PLAINTEXT: production must not send mail in clear to another machine; mails carry codes"]
      : []),
    ...values.CORS_ORIGINS.split(",")
      .filter((origin) => isRemoteHttp(origin.trim()))
      .map((origin) => `CORS_ORIGINS: ${origin.trim()} must be https:// in production`),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
}

function weakKeyProblems(list: string): string[] {
  if (list.includes(DEVELOPMENT_SECRETS_KEY.slice(2))) {
    return ["SECRETS_KEY: production needs a key of its own (openssl rand -base64 32)"];
  }
  const keys = list.split(",").map((key) => Buffer.from(key.replace(/^\d+:/, ""), "base64"));
  const isWeak = (key: Buffer) => new Set(key).size < DISTINCT_BYTES;
  return keys.some(isWeak) ? ["SECRETS_KEY: a key repeats few bytes and can be guessed (openssl rand -base64 32)"] : [];
}

/** 32 random bytes have about 30 distinct values; fewer than 16 never happen at random. */
const DISTINCT_BYTES = 16;

const LOCAL_SMTP = /^smtps?:\/\/([^@/]*@)?(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i;

function isRemoteHttp(url: string | undefined): boolean {
  return url !== undefined && /^http:/i.test(url) && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(url);
}

/** The sandbox registry verifies every customer, and the development outbox shows codes: neither is for real customers. */
function refuseSandbox({ identityRegistry, sms, smtp }: Providers): void {
  const missing = [
    ...(identityRegistry ? [] : ["IDENTITY_REGISTRY_URL"]),
    ...(sms ? [] : ["SMS_URL"]),
    ...(smtp ? [] : ["SMTP_URL"]),
  ];
  if (missing.length === 0) return;
  throw new ConfigError(
    missing.map(
      (name) => `${name}: production needs it, or ALLOW_SANDBOX_PROVIDERS=1 for a trial without real customers`,
    ),
  );
}

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** Settings that production accepts although they are unusual, each with the reason; for `platform -- doctor`. */
export function unusualSettings(config: Config): string[] {
  return [
    ...(config.isProduction ? [] : ["NODE_ENV: is not production; development secrets and the outbox are allowed"]),
    ...(config.identityRegistry ? [] : ["IDENTITY_REGISTRY_URL: is missing; the sandbox registry confirms everybody"]),
    ...(config.sms ? [] : ["SMS_URL: is missing; text messages go to the outbox"]),
    ...(config.smtp ? [] : ["SMTP_URL: is missing; mails go to the outbox"]),
    ...(config.rails.length > 0 ? [] : ["RAILS: is empty; payouts in production are refused"]),
    ...([config.databaseUrl, ...config.databaseReplicaUrls].every(isProtected)
      ? []
      : ["DATABASE_URL: reaches another machine without sslmode=verify-full"]),
    ...(["127.0.0.1", "localhost", "::1"].includes(config.host)
      ? []
      : ["SERVICE_HOST: listens beyond this machine; a proxy must end TLS in front of it"]),
    ...(config.webhookAllowedCidrs === "" ? [] : ["WEBHOOK_ALLOWED_CIDRS: webhooks may reach private networks"]),
    ...(config.dashboardUrl ? [] : ["DASHBOARD_URL: is missing; mails have no links"]),
    ...(config.bookHeadsDir ? [] : ["BOOK_HEADS_DIR: is missing; no signed file proves the books of a day later"]),
  ];
}

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.name = "ConfigError";
  }
}
