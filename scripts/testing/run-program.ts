import { spawn } from "node:child_process";
import { dirname } from "node:path";

const ROOT = dirname(dirname(import.meta.dirname));

/** Runs a script with this Node and shows its output, also to `onText`. Resolves with its exit code. */
export function runProgram(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onText?: (text: string) => void,
): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["inherit", onText ? "pipe" : "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    process.stdout.write(text);
    onText?.(text);
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("exit", done);
  });
}
