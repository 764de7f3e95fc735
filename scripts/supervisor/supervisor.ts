import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.ts";
import { say } from "./progress.ts";

export type Program = { name: string; args: string[]; env: NodeJS.ProcessEnv };

/** A process that is restarted when it exits on its own. */
export type SupervisedProcess = {
  name: string;
  /** Rejects with a `Problem` if the process exits before `markReady` is called. */
  failure: Promise<never>;
  /** The process is up. From now on an exit is a crash; restart. */
  markReady(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type Supervisor = {
  /** Runs a program until it exits. @throws `Problem` with its last lines when it fails */
  run(program: Program): Promise<void>;
  supervise(program: Program): SupervisedProcess;
  /** Stops the programs started by `run`. */
  stopRuns(): Promise<void>;
  /** Kills all processes immediately. */
  killAll(): void;
};

const EXIT_WITH_PARENT = new URL("./exit-with-parent.ts", import.meta.url).href;
// Longer than the service waits for requests in flight (SHUTDOWN_SECONDS).
const GRACE_MS = 25_000;
const MAX_BACKOFF_MS = 30_000;
const STABLE_AFTER_MS = 60_000;

/**
 * The child processes of one instance. Their output goes to `<logs>/<name>.log` (the previous log is kept as `.1`)
 * or, with `toTerminal`, to the terminal. All of them exit when this process exits for any reason.
 */
export function createSupervisor(options: { root: string; logs: string; toTerminal: boolean }): Supervisor {
  const alive = new Set<ChildProcess>();
  const runs = new Set<ChildProcess>();
  mkdirSync(options.logs, { recursive: true });
  const begun = new Set<string>();

  function start({ name, args, env }: Program): ChildProcess {
    const output = options.toTerminal ? "inherit" : openLog(name);
    // Detached: Ctrl-C reaches the supervisor only, which then stops all processes in order.
    const child = spawn(process.execPath, ["--import", EXIT_WITH_PARENT, ...args], {
      cwd: options.root,
      env: { ...env, SUPERVISOR_PID: String(process.pid) },
      stdio: ["ignore", output, output, "ipc"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    if (typeof output === "number") closeSync(output);
    alive.add(child);
    child.once("exit", () => alive.delete(child));
    return child;
  }

  function openLog(name: string): number {
    const file = logFile(name);
    if (!begun.has(name) && existsSync(file)) renameSync(file, `${file}.1`);
    begun.add(name);
    return openSync(file, "a", 0o600);
  }

  const logFile = (name: string) => join(options.logs, `${name}.log`);
  const problemOf = (name: string, end: string) =>
    new Problem(
      options.toTerminal ? `${name} ${end}.` : `${name} ${end}. The end of ${logFile(name)}:\n\n${tail(logFile(name))}`,
    );

  return {
    async run(program) {
      const child = start(program);
      runs.add(child);
      const end = await endOf(child);
      runs.delete(child);
      if (end !== "ended with code 0") throw problemOf(program.name, end);
    },
    supervise: (program) => supervise({ name: program.name, start: () => start(program), problemOf }),
    async stopRuns() {
      await Promise.all([...runs].map(terminate));
    },
    killAll() {
      for (const child of alive) killGroup(child);
    },
  };
}

function supervise(options: {
  name: string;
  start(): ChildProcess;
  problemOf(name: string, end: string): Problem;
}): SupervisedProcess {
  const { name } = options;
  let child: ChildProcess;
  let state: "starting" | "ready" | "stopped" = "starting";
  let backoffMs = 1000;
  let again: NodeJS.Timeout | undefined;
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => undefined);

  const launch = () => {
    const started = performance.now();
    const current = options.start();
    child = current;
    void endOf(current).then((end) => {
      if (state === "stopped" || child !== current) return;
      if (state === "starting") {
        reject(options.problemOf(name, end));
        return;
      }
      if (performance.now() - started > STABLE_AFTER_MS) backoffMs = 1000;
      say(`\n${options.problemOf(name, end).message}\n\nRestarting ${name} in ${backoffMs / 1000} s.`);
      again = setTimeout(launch, backoffMs);
      backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
    });
  };
  launch();

  return {
    name,
    failure,
    markReady() {
      state = "ready";
    },
    async restart() {
      const former = child;
      clearTimeout(again);
      state = "stopped";
      await terminate(former);
      state = "ready";
      launch();
    },
    async stop() {
      state = "stopped";
      clearTimeout(again);
      await terminate(child);
    },
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.once("error", (error) => done(`did not start (${error.message})`));
    child.once("exit", (code, signal) => done(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  });
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const end = endOf(child);
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => killGroup(child), GRACE_MS);
  await end;
  clearTimeout(killTimer);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function tail(file: string): string {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.slice(-15).join("\n");
}
