import { systemClock } from "./clock.ts";
import { createChance } from "./commands/chance.ts";
import { DEMO_DAYS, seedDemo } from "./commands/seed-demo.ts";
import { createWalkingClock, createWalkingIds, DAY_MS } from "./commands/walking-time.ts";
import { compose } from "./compose.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { migrate } from "./db/migrate.ts";

const commands: Record<string, { does: string; run(config: Config): Promise<void> }> = {
  migrate: { does: "bring the tables of DATABASE_URL up to date", run: runMigrations },
  seed: { does: "make the demo merchants, in an empty database only; never in production", run: runSeed },
};

/** The commands of whoever runs the platform: `npm run platform -- <command>`. */
async function main(): Promise<void> {
  const [name = ""] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.run(readConfig());
  process.exitCode = name === "" || name === "help" || name === "--help" ? 0 : 2;
  say(usage(process.exitCode === 2 ? `There is no command "${name}".\n\n` : ""));
}

async function runMigrations(config: Config): Promise<void> {
  const { services, close } = compose(config, { name: "migrate" });
  try {
    const ran = await migrate(services.db, { appliedAt: systemClock.now() });
    for (const migration of ran) say(migration);
    if (ran.length === 0) say("Nothing to do: the tables are up to date.");
  } finally {
    await close();
  }
}

async function runSeed(config: Config): Promise<void> {
  if (config.isProduction) throw new CommandRefused("The demo is never seeded in production.");
  const until = systemClock.now();
  const clock = createWalkingClock(new Date(until.getTime() - DEMO_DAYS * DAY_MS));
  // Any number does; this one gives a merchant that is good to look at.
  const chance = createChance(20_261_119);
  const { services, close } = compose(config, { name: "seed", clock, ids: createWalkingIds(clock, chance) });
  try {
    await seedDemo({ services, clock, chance, until, log: say });
  } finally {
    await close();
  }
}

function usage(before: string): string {
  const lines = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(10)}${does}`);
  return `${before}Usage: npm run platform -- <command>\n\n${lines.join("\n")}`;
}

class CommandRefused extends Error {}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});

function explain(error: unknown): string {
  if (error instanceof CommandRefused || error instanceof ConfigError) return error.message;
  const { code } = error as { code?: unknown };
  if (code === "42P01") return "The database has no tables yet: run migrate first.";
  if (code === "ECONNREFUSED") return "The database of DATABASE_URL does not answer.";
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
