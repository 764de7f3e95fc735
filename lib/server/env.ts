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

/** How long a call may take, in milliseconds; an upload's is the time without progress. Dashboard 3. */
export type Limits = { read: number; write: number; webhookTest: number; upload: number; signIn: number };

export type Settings = {
  /** Base address of the service, `/v1` included, without a slash at the end. */
  serviceUrl: string;
  /** The same as merchants' applications reach it. */
  publicServiceUrl: string;
  /** The origins that people open the dashboard at. */
  origins: readonly string[];
  /** Whether people reach the dashboard by https. */
  isSecure: boolean;
  /** What the session cookie is encrypted with. */
  secret: string;
  isDevelopment: boolean;
  /** Whose `X-Forwarded-For` counts. */
  isTrustedProxy: TrustedProxies;
  limits: Limits;
};

let known: Settings | undefined;

/** The settings of this process, read once, when first needed: a build has none. Throws with the list of bad names. */
export function settings(): Settings {
  known ??= readSettings(process.env);
  return known;
}

/** @throws an error that names every variable that is missing or wrong, without its value */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  // An empty variable means the same as none.
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

/** The names of this machine are one place: who started the dashboard for localhost may open 127.0.0.1 as well. */
function originsOf(address: URL): string[] {
  if (!LOOPBACK.includes(address.hostname)) return [address.origin];
  return LOOPBACK.map((host) => new URL(`${address.protocol}//${host}${address.port && `:${address.port}`}`).origin);
}
