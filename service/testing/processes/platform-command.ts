import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");

export type CommandEnd = {
  /** The exit code; null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
};

/**
 * Runs `npm run platform -- <words>` as package.json says it, with only the environment that is given. `kill` ends all its processes, as a
 * closed terminal does; `ended` resolves when the last one has gone.
 */
export function startPlatformCommand(
  env: Record<string, string>,
  words: readonly string[],
): { ended: Promise<CommandEnd>; kill(): void } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { platform: string } };
  const [, ...args] = scripts.platform.split(" ");
  const child = spawn(process.execPath, [...args, ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that `kill` reaches its children.
    detached: true,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<CommandEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { ended, kill: () => void process.kill(-(child.pid ?? 0), "SIGKILL") };
}

/** Expects a command to end with one sentence for its operator. */
export async function expectRefused(ended: Promise<CommandEnd>, sentence: string | RegExp): Promise<void> {
  const { code, stdout, stderr } = await ended;
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at |Error:/);
  expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
}

/** The words of a next step that a command printed, without `move-merchant`. */
export function printedStep({ stdout }: CommandEnd, step: string): string[] {
  const line = stdout.split("\n").find((one) => one.trim().startsWith(`move-merchant ${step}`));
  return line?.trim().split(" ").slice(1) ?? [];
}
