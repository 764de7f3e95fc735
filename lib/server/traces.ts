import "server-only";
import { openTracing, type Tracing } from "../../contract/tracing.ts";
import type { Settings } from "./env.ts";

// One per process, although Next may load this file once per bundle.
const shared = globalThis as { __walletTracing?: Promise<Tracing | undefined> };
let tracing: Tracing | undefined;

/** `endpoint` is a path template of the contract: paths contain IDs and names. */
type Call = { method: string; endpoint: string; settings: Pick<Settings, "tracing"> };

/** Handles a call of the browser within a span, when tracing is on. The trace begins here. Decision 0185. */
export async function traced<T>(
  { method, endpoint, settings }: Call,
  handle: () => Promise<T>,
  statusOf: (result: T) => number,
): Promise<T> {
  shared.__walletTracing ??= openTracing(settings.tracing, "wallet-dashboard");
  tracing = await shared.__walletTracing;
  if (!tracing) return handle();
  const attributes = { "http.request.method": method, "http.route": endpoint };
  const span = tracing.start(`proxy ${method} ${endpoint}`, { kind: "server", attributes });
  try {
    const result = await tracing.run(span, handle);
    const status = statusOf(result);
    span.end({ "http.response.status_code": status }, status >= 500 ? `${status}` : undefined);
    return result;
  } catch (error) {
    span.end({}, error instanceof Error ? error.name : "unknown");
    throw error;
  }
}

/** The W3C trace context of the call that is being handled. */
export function currentTraceparent(): string | undefined {
  return tracing?.current()?.traceparent;
}
