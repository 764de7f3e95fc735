import { globSync, statSync } from "node:fs";
import { say } from "./progress.ts";
import type { SupervisedProcess } from "./supervisor.ts";

const SOURCES = "{service,contract}/**/*.ts";
const INTERVAL_MS = 700;

/**
 * Restarts the service's processes when their sources change; the dashboard reloads by itself.
 * Polls modification times: file events miss files that an editor replaces.
 */
export function reloadOnChange(root: string, children: SupervisedProcess[]): void {
  let known = newestChange(root);
  setTimeout(async function look() {
    const current = newestChange(root);
    if (current !== known) {
      known = current;
      say("Sources changed: restarting service, worker and sandbox bank.");
      await Promise.all(children.map((child) => child.restart()));
    }
    setTimeout(look, INTERVAL_MS);
  }, INTERVAL_MS);
}

function newestChange(root: string): string {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  const times = files.map((file) => statSync(`${root}/${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return `${files.length} ${Math.max(...times)}`;
}
