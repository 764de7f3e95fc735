import "server-only";
import * as z from "zod";
import { parseTrustedProxies, type TrustedProxies } from "../../contract/trusted-proxies.ts";

const DEVELOPMENT_SECRET = "development only: not a secret, never in production";

const Environment = z
  .object({
    NODE_ENV: z.string().default("development"),
    NEXTAUTH_SECRET: z.string().min(32).default(DEVELOPMENT_SECRET),
    NEXTAUTH_URL: z.url({ protocol: /^https?$/ }).default("http://localhost:3000"),
    WALLET_SERVICE_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4000/v1"),
    PUBLIC_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
    TRUSTED_PROXIES: z
      .string()
      .default("loopback")
      .transform((text, context) => {
        try {
          return parseTrustedProxies(text);
        } catch {
          context.addIssue({ code: "custom", message: "must be a list of addresses, ranges, or loopback" });
          return z.NEVER;
        }
      }),
  })
  .refine((env) => env.NODE_ENV !== "production" || env.NEXTAUTH_SECRET !== DEVELOPMENT_SECRET, {
    path: ["NEXTAUTH_SECRET"],
    error: "must be set in production",
  });

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
  /** The proxies whose `X-Forwarded-For` is trusted. */
  isTrustedProxy: TrustedProxies;
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
    isTrustedProxy: TRUSTED_PROXIES,
    limits: { read: 15_000, write: 30_000, webhookTest: 20_000, upload: 30_000, signIn: 15_000 },
  };
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** A dashboard at localhost also accepts the other loopback names, such as 127.0.0.1. */
function originsOf(address: URL): string[] {
  if (!LOOPBACK.includes(address.hostname)) return [address.origin];
  return LOOPBACK.map((host) => new URL(`${address.protocol}//${host}${address.port && `:${address.port}`}`).origin);
}
