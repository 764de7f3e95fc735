import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";

const NAMES = ["SECRETS_KEY", "NEXTAUTH_SECRET"] as const;

export type Secrets = Record<(typeof NAMES)[number], string>;

/**
 * The secrets of the processes: from the environment or else, outside production, generated once and stored in
 * `secrets.json`, readable by its owner only. They stay the same between starts, so sessions survive.
 */
export function readSecrets(settings: Settings, env: NodeJS.ProcessEnv): Secrets {
  const missing = NAMES.filter((name) => !env[name]);
  if (settings.isProduction && missing.length > 0) {
    throw new Problem(`With NODE_ENV=production these must be set: ${missing.join(", ")}.`);
  }
  const stored = missing.length > 0 ? storedSecrets(join(settings.dataDir, "secrets.json")) : undefined;
  return {
    SECRETS_KEY: env.SECRETS_KEY || (stored?.SECRETS_KEY ?? ""),
    NEXTAUTH_SECRET: env.NEXTAUTH_SECRET || (stored?.NEXTAUTH_SECRET ?? ""),
  };
}

/**
 * The `SECRETS_KEY` of the instance whose data is here, for commands beside it: what they seal and sign must open there.
 * Undefined in production without the variable, and where no instance ever started.
 */
export function findSecretsKey(settings: Pick<Settings, "dataDir" | "isProduction">, env: NodeJS.ProcessEnv) {
  const file = join(settings.dataDir, "secrets.json");
  if (env.SECRETS_KEY || settings.isProduction || !existsSync(file)) return env.SECRETS_KEY;
  return storedSecrets(file).SECRETS_KEY;
}

/**
 * The secrets between service and sandbox bank. If unset, each start makes new ones: nothing that they signed or opened outlives
 * a start.
 */
export function readBankSecrets(env: NodeJS.ProcessEnv) {
  return {
    SANDBOX_BANK_CLIENT_SECRET: env.SANDBOX_BANK_CLIENT_SECRET || randomBytes(32).toString("hex"),
    SANDBOX_BANK_CALLBACK_SECRET: env.SANDBOX_BANK_CALLBACK_SECRET || randomBytes(32).toString("hex"),
  };
}

const SERVICE_ONLY = [
  "DATABASE_URL",
  "DATABASE_REPLICA_URLS",
  "DATABASE_OWNER_URL",
  "SECRETS_KEY",
  "IDENTITY_REGISTRY_KEY",
  "SMS_KEY",
  "SMTP_URL",
  "SANDBOX_BANK_DATABASE_URL",
  "SANDBOX_BANK_CLIENT_SECRET",
  "SANDBOX_BANK_CALLBACK_SECRET",
  "EASYPAY_CLIENT_SECRET",
  "PAYSTACK_SECRET_KEY",
  "CARD_ISSUER_KEY",
  "CARD_ISSUER_CALLBACK_SECRET",
];

/**
 * The environment of the dashboard and the sandbox bank, which reach money only over HTTP: an attacker inside them must find no
 * other access. The values are empty, not absent, so that Next does not load them from `.env`.
 */
export function withoutServiceSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...env, ...Object.fromEntries(SERVICE_ONLY.map((name) => [name, ""])) };
}

function storedSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Secrets;
  const secrets = {
    SECRETS_KEY: randomBytes(32).toString("base64"),
    NEXTAUTH_SECRET: randomBytes(32).toString("base64"),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
