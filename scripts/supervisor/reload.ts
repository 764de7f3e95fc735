import { watch } from "node:fs";
import { join } from "node:path";
import type { Kept } from "./family.ts";
import { say } from "./progress.ts";

const FOLDERS = ["service", "contract"];
const QUIET_MS = 300;

/** Restarts the service's processes when their sources change. The dashboard reloads by itself. */
export function reloadOnChange(root: string, children: Kept[]): void {
  let soon: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const restart = () => {
    restarting = restarting.then(async () => {
      say("Sources changed: restarting service and worker.");
      await Promise.all(children.map((child) => child.restart()));
    });
  };
  for (const folder of FOLDERS) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith(".ts") || file.endsWith(".test.ts")) return;
      clearTimeout(soon);
      soon = setTimeout(restart, QUIET_MS);
    });
  }
}
