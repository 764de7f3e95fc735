import { join, resolve } from "node:path";
import { Problem } from "./problem.ts";

export type Settings = {
  root: string;
  dataDir: string;
  port: number;
  servicePort: number;
  bankPort: number;
  isDev: boolean;
  isProduction: boolean;
  /** Undefined: use the embedded database. */
  databaseUrl: string | undefined;
  /** The role that owns the tables of `databaseUrl`, for migrations. Undefined: the same role. */
  databaseOwnerUrl: string | undefined;
  /** Where the sandbox bank keeps its books. Undefined: the embedded database, or that of `databaseOwnerUrl`. */
  bankDatabaseUrl: string | undefined;
  /** Where the embedded database archives its log and its backups are. Undefined: nowhere. */
  backupDir: string | undefined;
  /** Undefined: seed only an empty embedded database. Never in production. API 8. */
  seedDemo: boolean | undefined;
};

/** Reads the settings of `npm start` from the environment. @throws `Problem` that names the variable */
export function readSettings(root: string, env: NodeJS.ProcessEnv, args: readonly string[]): Settings {
  const servicePort = readPort(env, "SERVICE_PORT", 4000);
  const settings = {
    root,
    dataDir: env.DATA_DIR ? resolve(root, env.DATA_DIR) : join(root, ".data"),
    port: readPort(env, "PORT", 3000),
    servicePort,
    bankPort: readPort(env, "SANDBOX_BANK_PORT", bankPortBeside(servicePort)),
    isDev: args.includes("--dev"),
    isProduction: env.NODE_ENV === "production",
    databaseUrl: env.DATABASE_URL || undefined,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
    bankDatabaseUrl: env.SANDBOX_BANK_DATABASE_URL || undefined,
    backupDir: env.BACKUP_DIR ? resolve(root, env.BACKUP_DIR) : undefined,
    seedDemo: readSwitch(env, "SEED_DEMO"),
  };
  if (settings.port === settings.servicePort) {
    throw new Problem(
      `PORT and SERVICE_PORT are both ${settings.port}: the dashboard and the service need different ports.`,
    );
  }
  if ([settings.port, settings.servicePort].includes(settings.bankPort)) {
    throw new Problem(
      `SANDBOX_BANK_PORT is ${settings.bankPort}, like PORT or SERVICE_PORT: it needs a port of its own.`,
    );
  }
  return settings;
}

/** Follows the service's port, so that instances with ports of their own need not choose one for the bank. */
function bankPortBeside(servicePort: number): number {
  return servicePort > 65_435 ? servicePort - 100 : servicePort + 100;
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Problem(`${name} must be a port number, not "${text}".`);
  return port;
}

function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (text !== "0" && text !== "1") throw new Problem(`${name} must be 0 or 1, not "${text}".`);
  return text === "1";
}
