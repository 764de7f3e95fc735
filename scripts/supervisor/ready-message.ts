import { relative } from "node:path";
import type { DemoLogin } from "./database.ts";
import type { Settings } from "./settings.ts";

/** The text after a successful start: addresses, demo logins, how to stop. */
export function readyMessage(input: { settings: Settings; logins: DemoLogin[]; seconds: number }): string {
  const { settings, logins, seconds } = input;
  const folder = relative(process.cwd(), settings.dataDir);
  const data = folder.startsWith("..") ? settings.dataDir : folder;
  const lines = [
    "",
    `Ready after ${seconds.toFixed(1)} s.`,
    "",
    `  Dashboard   http://localhost:${settings.port}`,
    `  Service     http://127.0.0.1:${settings.servicePort}/v1, API reference at http://127.0.0.1:${settings.servicePort}/docs`,
    `  Bank        http://127.0.0.1:${settings.bankPort}, the sandbox bank's own books`,
    `  Data        ${data} (logs in ${data}/logs)`,
    "",
  ];
  if (logins.length > 0) {
    lines.push("  Sign in with the password demo-password as");
    for (const { email, role } of logins) lines.push(`    ${email.padEnd(24)} ${role}`);
    lines.push("");
  }
  lines.push("  Stop with Ctrl-C.", "");
  return lines.join("\n");
}
