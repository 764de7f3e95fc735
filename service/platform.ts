import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { systemClock } from "./clock.ts";
import { credit } from "./commands/credit.ts";
import { createRandom } from "./commands/demo/random.ts";
import { DEMO_DAYS, seedDemo } from "./commands/demo/seed-demo.ts";
import { createSimulatedClock, createSimulatedIds, DAY_MS } from "./commands/demo/simulated-time.ts";
import { documents } from "./commands/documents.ts";
import { fees } from "./commands/fees.ts";
import { flags } from "./commands/flags.ts";
import { limits } from "./commands/limits.ts";
import { list } from "./commands/list.ts";
import { moveMerchant } from "./commands/move-merchant.ts";
import { CommandRefused, type PlatformCommand } from "./commands/platform-command.ts";
import { confirm, proposals, propose } from "./commands/propose.ts";
import { quota } from "./commands/quota.ts";
import { rateLimit } from "./commands/rate-limit.ts";
import { reseal } from "./commands/reseal.ts";
import { restored } from "./commands/restored.ts";
import { review } from "./commands/review.ts";
import { settlement } from "./commands/settlement.ts";
import { resume, suspend } from "./commands/suspend.ts";
import { twoFactor } from "./commands/two-factor.ts";
import { verifyBooks } from "./commands/verify-books.ts";
import { weight } from "./commands/weight.ts";
import { compose } from "./compose.ts";
import { type Config, ConfigError, readConfig, unusualSettings } from "./config.ts";
import { migrate } from "./db/migrate.ts";
import { openPool, type Pool } from "./db/pool.ts";
import { firstServerUrl } from "./db/primary.ts";
import { findConfinementProblem, findRoleProblem } from "./db/runtime-role.ts";
import { findLogProblem } from "./db/server-log.ts";
import { isConnectionRefused, isMissingTable } from "./db/sql-errors.ts";
import type { Actor } from "./domain/context.ts";
import { createSecrets } from "./providers/secrets.ts";

type Command = {
  usage: string;
  summary: string;
  notes?: readonly string[];
  run(config: Config, args: readonly string[]): Promise<void>;
};

const commands: Record<string, Command> = {
  list: onService(list),
  review: onService(review),
  documents: onService(documents),
  suspend: onService(suspend),
  resume: onService(resume),
  flags: onService(flags),
  fees: onService(fees),
  limits: onService(limits),
  quota: onService(quota),
  "rate-limit": onService(rateLimit),
  weight: onService(weight),
  credit: onService(credit),
  settlement: onService(settlement),
  propose: onService(propose),
  confirm: onService(confirm),
  proposals: onService(proposals),
  reseal: onService(reseal),
  "verify-books": onService(verifyBooks),
  restored: onService(restored),
  "two-factor": onService(twoFactor),
  doctor: {
    usage: "doctor",
    summary: "refuse unsafe production settings and list unusual ones",
    // Unsafe settings end every command here, doctor too, with a list of their names.
    run: async (config) => {
      const unusual = [...unusualSettings(config), ...(await unusualDatabase(config))];
      print(["No setting is unsafe.", ...unusual.map((line) => `Unusual: ${line}`)].join("\n"));
    },
  },
  migrate: {
    usage: "migrate",
    summary: "bring the tables up to date, as DATABASE_OWNER_URL if it is set",
    run: runMigrations,
  },
  "move-merchant": {
    ...moveMerchant,
    run: (config, args) =>
      asOwner(config, (owner, runtimeRole) =>
        moveMerchant.run({ owner, runtimeRole, secrets: createSecrets(config.secretsKey), print }, args),
      ),
  },
  backup: {
    usage: "backup [list|verify] [--keep <number>]",
    summary: "copy the running embedded database to BACKUP_DIR, or list or verify the copies; 7 are kept",
    run: refuseWithoutFiles,
  },
  restore: {
    usage: "restore --to <time>|latest [--timeline <number>]",
    summary: "restore the stopped embedded database to a time, verify it, and hold what may have been sent already",
    run: refuseWithoutFiles,
  },
  seed: {
    usage: "seed",
    summary: "make the demo merchants, in an empty database only; never in production",
    run: runSeed,
  },
};

/** Runs one command of the platform's operator: `npm run platform -- <command>`. */
async function main(): Promise<void> {
  const { name, args, wantsHelp } = readCommandLine(process.argv.slice(2));
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command && wantsHelp) return print(usageOf(command));
  if (command) return command.run(readConfig(), args);
  process.exitCode = name === "" || wantsHelp ? 0 : 2;
  print(usage(process.exitCode === 2 ? `There is no command "${name}".\n\n` : ""));
}

function readCommandLine(words: readonly string[]): { name: string; args: string[]; wantsHelp: boolean } {
  const help = { type: "boolean", short: "h" } as const;
  const { values, tokens } = parseArgs({ args: [...words], options: { help }, strict: false, tokens: true });
  const [first, ...rest] = tokens.flatMap((token) => (token.kind === "positional" ? [token] : []));
  const name = first?.value ?? "";
  const isHelp = name === "help" || rest.some(({ value }) => value === "help");
  return { name, args: words.slice((first?.index ?? 0) + 1), wantsHelp: values.help === true || isHelp };
}

/** Runs a command with all parts of the service. A refusal is shown with the usage of the command. */
function onService(command: PlatformCommand): Command {
  return {
    ...command,
    async run(config, words) {
      const { as, args } = readOperator(words);
      const { services, close } = compose(config, { name: "platform" });
      const { isProduction } = config;
      const operator = as ?? userName();
      // The OS user stays visible beside a given name: a name is a claim, the user is what the system saw.
      const name = `Platform (${as === undefined ? operator : `${as}, OS user ${userName()}`})`;
      const actor: Actor = { kind: "platform", id: "command-line", name };
      try {
        await command.run({ services, actor, operator, isProduction, print }, args);
      } catch (error) {
        if (!(error instanceof CommandRefused)) throw error;
        throw new CommandRefused(`${error.message}\n\n${usageOf(command)}`);
      } finally {
        await close();
      }
    },
  };
}

/** Takes `--as <name>` out of the arguments of a command. */
function readOperator(words: readonly string[]): { as: string | undefined; args: string[] } {
  const at = words.findIndex((word) => word === "--as" || word.startsWith("--as="));
  if (at < 0) return { as: undefined, args: [...words] };
  const isJoined = words[at] !== "--as";
  const as = (isJoined ? words[at]?.slice("--as=".length) : words[at + 1])?.trim().replace(/\s+/g, " ");
  if (!as || as.startsWith("-") || as.length > 80)
    throw new CommandRefused("--as needs your name, at most 80 characters.");
  return { as, args: words.toSpliced(at, isJoined ? 1 : 2) };
}

async function unusualDatabase({ databaseUrl }: Config): Promise<string[]> {
  const db = openPool({ url: databaseUrl, max: 1, applicationName: "wallet-doctor" });
  try {
    const problem = await findRoleProblem(db);
    const gap = await findConfinementProblem(db);
    const log = await findLogProblem(db);
    return [
      ...(problem ? [`DATABASE_URL: ${problem}, so the service could rewrite its own books (decision 0083)`] : []),
      ...(gap
        ? [`DATABASE_URL: ${gap}, so a statement that forgot its tenant would reach other merchants (decision 0084)`]
        : []),
      ...(log ? [`DATABASE_URL: ${log}, so its log quotes phone numbers and names (docs/operations.md)`] : []),
    ];
  } catch {
    return ["DATABASE_URL: does not answer, so its role and its log were not examined"];
  } finally {
    await db.end();
  }
}

async function runMigrations(config: Config): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, databaseNumber } = config;
  const db = openPool({ url: databaseOwnerUrl ?? databaseUrl, max: 1, applicationName: "wallet-migrate" });
  const runtimeRole = databaseOwnerUrl && decodeURIComponent(new URL(firstServerUrl(databaseUrl)).username);
  try {
    const ran = await migrate(db, { appliedAt: systemClock.now(), runtimeRole, databaseNumber });
    for (const migration of ran) print(migration);
    if (ran.length === 0) print("Nothing to do: the tables are up to date.");
  } finally {
    await db.end();
  }
}

/** Runs `work` as the owner of the tables, beside the role of the service. */
async function asOwner(
  { databaseUrl, databaseOwnerUrl }: Config,
  work: (owner: Pool, runtimeRole: string) => Promise<void>,
): Promise<void> {
  if (!databaseOwnerUrl) throw new CommandRefused("Set DATABASE_OWNER_URL: this command changes tables.");
  const owner = openPool({ url: databaseOwnerUrl, max: 2, applicationName: "wallet-move" });
  try {
    await work(owner, decodeURIComponent(new URL(firstServerUrl(databaseUrl)).username));
  } finally {
    await owner.end();
  }
}

// scripts/platform.ts runs these: they need the files of the database, not a connection.
async function refuseWithoutFiles(): Promise<void> {
  throw new CommandRefused("Run this with npm run platform.");
}

async function runSeed(config: Config): Promise<void> {
  if (config.isProduction) throw new CommandRefused("The demo is never seeded in production.");
  const until = systemClock.now();
  const clock = createSimulatedClock(new Date(until.getTime() - DEMO_DAYS * DAY_MS));
  // Any seed works; this one gives varied data.
  const random = createRandom(20_261_119);
  const { services, close } = compose(config, { name: "seed", clock, ids: createSimulatedIds(clock, random) });
  try {
    await seedDemo({ services, clock, random, until, log: print });
  } finally {
    await close();
  }
}

function usage(before: string): string {
  const lines = Object.values(commands).map(({ usage: words, summary }) => `  ${words}\n      ${summary}`);
  return `${before}Usage: npm run platform -- <command>\n\n${lines.join("\n")}`;
}

function usageOf({ usage: words, summary, notes = [] }: Pick<Command, "usage" | "summary" | "notes">): string {
  return [`Usage: npm run platform -- ${words}`, `  ${summary}`, ...notes.map((note) => `  ${note}`)].join("\n");
}

// The audit log shows the operator. Some systems have no user names.
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});

function explain(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof ConfigError) return error.message;
  if (isMissingTable(error)) return "The database has no tables yet: run migrate first.";
  if (isConnectionRefused(error)) return "The database of DATABASE_URL does not answer.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
