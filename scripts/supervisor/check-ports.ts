import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, isPortFree } from "../system/ports.ts";
import { Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";

// A browser may resolve "localhost" to either address, so a program on ::1 conflicts as well.
const ADDRESSES = ["127.0.0.1", "::1"];

/** Waits up to `timeoutMs` for the ports to become free. @throws `Problem` that names the variable of a port in use */
export async function checkPorts(settings: Settings, timeoutMs: number): Promise<void> {
  const wanted = [
    { name: "PORT", port: settings.port, what: "the dashboard" },
    { name: "SERVICE_PORT", port: settings.servicePort, what: "the service" },
    { name: "SANDBOX_BANK_PORT", port: settings.bankPort, what: "the sandbox bank" },
  ];
  const deadline = performance.now() + timeoutMs;
  for (const { name, port, what } of wanted) {
    while (!(await isFree(port))) {
      if (performance.now() < deadline) {
        await sleep(200);
        continue;
      }
      const other = await findFreePort();
      throw new Problem(
        `Port ${port}, for ${what}, is taken by another program. Stop that program, or choose a port with ${name}, ` +
          `for example ${name}=${other} npm start`,
      );
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const free = await Promise.all(ADDRESSES.map((host) => isPortFree(port, host)));
  return free.every(Boolean);
}
