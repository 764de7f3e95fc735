import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, isPortFree } from "../ports.ts";
import { Problem } from "./problem.ts";
import type { Settings } from "./settings.ts";

// "localhost" may mean either address in a browser, so another program on ::1 is in the way as well.
const ADDRESSES = ["127.0.0.1", "::1"];

/** Throws a `Problem` that names the variable when a port is taken; waits `patienceMs` for a former run to let go. */
export async function checkPorts(settings: Settings, patienceMs: number): Promise<void> {
  const wanted = [
    { name: "PORT", port: settings.port, what: "the dashboard" },
    { name: "SERVICE_PORT", port: settings.servicePort, what: "the service" },
  ];
  const deadline = performance.now() + patienceMs;
  for (const { name, port, what } of wanted) {
    while (!(await isFree(port))) {
      if (performance.now() < deadline) {
        await sleep(200);
        continue;
      }
      const other = await findFreePort();
      throw new Problem(
        `Port ${port}, meant for ${what}, is taken by another program. Stop that program, or choose a port with ${name}, ` +
          `for example ${name}=${other} npm start`,
      );
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const free = await Promise.all(ADDRESSES.map((host) => isPortFree(port, host)));
  return free.every(Boolean);
}
