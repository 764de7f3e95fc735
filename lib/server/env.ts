import "server-only";
import * as z from "zod";
import type { TracingSettings } from "../../contract/tracing.ts";
import { parseTrustedProxies, type TrustedProxies, wideRanges } from "../../contract/trusted-proxies.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const DEVELOPMENT_SECRET = "development only: not a secret, never in production";

const Environment = z
  .object({
    NODE_ENV: z.string().default("development"),
    NEXTAUTH_SECRET: z.string().min(32).default(DEVELOPMENT_SECRET),
    NEXTAUTH_URL: z.url({ protocol: /^https?$/ }).default("http://localhost:3000"),
    WALLET_SERVICE_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4000/v1"),
    PUBLIC_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
    CARD_REVEAL_ORIGINS: z
      .string()
      .regex(/^(https?:\/\/[a-z0-9.:[\]-]+(,(?=h)|$))*$/i, "must be a list of origins such as https://cards.example")
      .default(""),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    TRUSTED_PROXIES: z
      .string()
      .default("loopback")
      .transform((text, context) => {
        try {
          return { isTrusted: parseTrustedProxies(text), wide: wideRanges(text) };
        } catch {
          context.addIssue({ code: "custom", message: "must be a list of addresses, ranges, or loopback" });
          return z.NEVER;
        }
      }),
  })
  .superRefine((env, context) => {
    if (env.NODE_ENV !== "production") return;
    for (const [name, message] of unsafeSettings(env)) context.addIssue({ code: "custom", path: [name], message });
  });

type Given = {
  NEXTAUTH_SECRET: string;
  NEXTAUTH_URL: string;
  WALLET_SERVICE_URL: string;
  TRUSTED_PROXIES: { wide: readonly string[] };
};

/** 32 random characters have more distinct ones even in hexadecimal. */
const DISTINCT_CHARACTERS = 10;
const PLACEHOLDER = /change.?me|replace.?me|example|placeholder|password|your.?secret/i;

/** Settings that parse but are unsafe in production, by name with the reason. Decision 0071. */
function unsafeSettings(env: Given): [string, string][] {
  const secret = env.NEXTAUTH_SECRET;
  const isWeak = new Set(secret).size < DISTINCT_CHARACTERS || PLACEHOLDER.test(secret);
  const secretProblem = secret === DEVELOPMENT_SECRET ? "must be set in production" : isWeak && WEAK_SECRET;
  const problems: [string, string][] = [];
  if (secretProblem) problems.push(["NEXTAUTH_SECRET", secretProblem]);
  if (isRemoteHttp(env.NEXTAUTH_URL)) problems.push(["NEXTAUTH_URL", `must be https:// in production; ${IN_CLEAR}`]);
  if (isRemoteHttp(env.WALLET_SERVICE_URL)) {
    problems.push(["WALLET_SERVICE_URL", `must be https:// in production, or on this machine; ${IN_CLEAR}`]);
  }
  for (const range of env.TRUSTED_PROXIES.wide) problems.push(["TRUSTED_PROXIES", `${range} ${TOO_WIDE}`]);
  return problems;
}

const IN_CLEAR = "sessions would travel in clear";
const TOO_WIDE = "trusts addresses that anybody can have; callers could choose their address";
const WEAK_SECRET = "can be guessed; production needs a random one (openssl rand -base64 32)";

function isRemoteHttp(url: string): boolean {
  // Other checks report an invalid URL.
  const parsed = URL.parse(url);
  return parsed?.protocol === "http:" && !LOOPBACK.includes(parsed.hostname);
}

/** Time limits of calls, in milliseconds; for an upload, the time without progress. Dashboard 3. */
export type Limits = { read: number; write: number; webhookTest: number; upload: number; signIn: number };

export type Settings = {
  /** Base address of the service, including `/v1`, without a trailing slash. */
  serviceUrl: string;
  /** The base address that merchants' applications use. */
  publicServiceUrl: string;
  /** The origins of the dashboard. */
  origins: readonly string[];
  /** Whether the dashboard is served over HTTPS. */
  isSecure: boolean;
  /** The encryption secret of the session cookie. */
  secret: string;
  isDevelopment: boolean;
  /** The origins whose pages may be shown in frames: those of the card issuers. Cards 1. */
  cardOrigins: readonly string[];
  /** The proxies whose `X-Forwarded-For` is trusted. */
  isTrustedProxy: TrustedProxies;
  /** `null`: no traces. The exporter reads its address from the environment. */
  tracing: TracingSettings | null;
  limits: Limits;
};

let known: Settings | undefined;

/** The settings of this process, read on first use, because a build has none. @throws as `readSettings` */
export function settings(): Settings {
  known ??= readSettings(process.env);
  return known;
}

/** @throws an error that names every missing or invalid variable, without its value */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  // An empty variable counts as missing.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The dashboard cannot start. ${names.join("; ")}`);
  }
  const { NODE_ENV, NEXTAUTH_SECRET, NEXTAUTH_URL, WALLET_SERVICE_URL, PUBLIC_SERVICE_URL, TRUSTED_PROXIES } =
    parsed.data;
  const address = new URL(NEXTAUTH_URL);
  return {
    serviceUrl: WALLET_SERVICE_URL.replace(/\/+$/, ""),
    publicServiceUrl: (PUBLIC_SERVICE_URL ?? WALLET_SERVICE_URL).replace(/\/+$/, ""),
    origins: originsOf(address),
    isSecure: address.protocol === "https:",
    secret: NEXTAUTH_SECRET,
    isDevelopment: NODE_ENV === "development",
    cardOrigins: parsed.data.CARD_REVEAL_ORIGINS.split(",").filter((origin) => origin !== ""),
    isTrustedProxy: TRUSTED_PROXIES.isTrusted,
    tracing: parsed.data.OTEL_EXPORTER_OTLP_ENDPOINT ? { sampleRatio: parsed.data.OTEL_TRACES_SAMPLER_ARG } : null,
    limits: { read: 15_000, write: 30_000, webhookTest: 20_000, upload: 30_000, signIn: 15_000 },
  };
}

/** A dashboard at localhost also accepts the other loopback names, such as 127.0.0.1. */
function originsOf(address: URL): string[] {
  if (!LOOPBACK.includes(address.hostname)) return [address.origin];
  return LOOPBACK.map((host) => new URL(`${address.protocol}//${host}${address.port && `:${address.port}`}`).origin);
}
