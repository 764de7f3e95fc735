import { createFuzzer, type FuzzMaterial, type FuzzRequest } from "./fuzz-requests.ts";
import { sendRaw } from "./send-raw.ts";

/** How many failed requests a report shows. */
export const FUZZ_FAILURES = 20;
const CONNECTIONS = 16;

type FuzzResult = {
  statuses: Map<number, number>;
  /** Answers of 2xx. */
  accepted: number;
  /** Requests with an answer of 5xx, or without one. */
  failures: string[];
  /** Times of all answers in milliseconds, ascending, with the slowest requests. */
  times: number[];
  slowest: { ms: number; request: string }[];
};

/** Sends generated requests to the service on `port` and collects its answers. A 501 or 503 counts as a failure too. */
export async function fuzz(run: {
  port: number;
  seed: number;
  requests: number;
  material: FuzzMaterial;
}): Promise<FuzzResult> {
  const next = createFuzzer(run.seed, run.material);
  const result: FuzzResult = { statuses: new Map(), accepted: 0, failures: [], times: [], slowest: [] };
  let sent = 0;
  async function work(): Promise<void> {
    while (sent < run.requests) {
      sent += 1;
      await sendNext(sent, next(), run.port, result);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  result.times.sort((a, b) => a - b);
  result.slowest.sort((a, b) => b.ms - a.ms);
  return result;
}

async function sendNext(nth: number, request: FuzzRequest, port: number, result: FuzzResult): Promise<void> {
  const { method, path, body } = request;
  const name = `${nth}: ${method} ${path.slice(0, 120)} ${body?.subarray(0, 200).toString() ?? ""}`;
  try {
    const answer = await sendRaw(port, request);
    const { status, ms } = answer;
    result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
    result.times.push(ms);
    if (status >= 200 && status < 300) result.accepted += 1;
    if (status >= 500) result.failures.push(`${name} -> ${status} ${answer.body.slice(0, 200)}`);
    if (ms > 500) result.slowest.push({ ms, request: name });
  } catch (error) {
    result.failures.push(`${name} -> ${String(error)}`);
  }
}
