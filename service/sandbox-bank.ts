import { isIP } from "node:net";
import * as z from "zod";
import { systemClock } from "./clock.ts";
import { createLog } from "./http/monitoring/log.ts";
import { openBank } from "./sandbox-bank/open-bank.ts";
import { stopOnSignal } from "./shutdown.ts";

const Secret = z.string().min(32);
const Environment = z.object({
  SANDBOX_BANK_DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//),
  SANDBOX_BANK_HOST: z
    .string()
    .refine((text) => text === "localhost" || isIP(text) !== 0, "must be an IP address or localhost")
    .default("127.0.0.1"),
  SANDBOX_BANK_PORT: z.coerce.number().int().min(0).max(65_535).default(4100),
  SANDBOX_BANK_CLIENT_SECRET: Secret,
  SANDBOX_BANK_CALLBACK_SECRET: Secret,
  SANDBOX_BANK_SERVICE_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4000/v1"),
  TRUSTED_PROXIES: z.string().default("loopback"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

/** The sandbox bank's process: a bank with test money beside the service. Rails 7. */
async function main(): Promise<void> {
  const parsed = Environment.safeParse(process.env);
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const settings = parsed.data;
  const log = createLog({ level: settings.LOG_LEVEL, name: "sandbox-bank" });
  const bank = await openBank({
    databaseUrl: settings.SANDBOX_BANK_DATABASE_URL,
    host: settings.SANDBOX_BANK_HOST,
    port: settings.SANDBOX_BANK_PORT,
    clientSecret: settings.SANDBOX_BANK_CLIENT_SECRET,
    callbackSecret: settings.SANDBOX_BANK_CALLBACK_SECRET,
    serviceUrl: settings.SANDBOX_BANK_SERVICE_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    clock: systemClock,
    onTrouble: (error) => log.warn({ error }, "the bank has trouble"),
  });
  stopOnSignal({
    withinSeconds: 10,
    failed: (error) => log.fatal({ error }, "could not stop in order"),
    stop: () => bank.close(),
  });
  log.info({ address: bank.url }, "listening");
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
