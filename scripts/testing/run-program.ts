import { spawn } from "node:child_process";
import { dirname } from "node:path";

const ROOT = dirname(dirname(import.meta.dirname));

/** Runs a script with this Node and shows its output. Resolves with its exit code. */
export function runProgram(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number | null> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", done);
  });
}
