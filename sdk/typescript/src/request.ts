import type { Sent } from "./attempt.ts";
import { REPEATABLE } from "./routes.ts";

export type AnyInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
};

/** The request of a call, without its credential. Every call but a GET gets an `Idempotency-Key`. */
export function requestOf(
  route: string,
  input: AnyInput,
  { baseUrl, accountMode }: { baseUrl: string; accountMode?: string },
): Sent {
  const [method = "GET", template = "/"] = route.split(" ");
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const key = method === "GET" ? undefined : (input.idempotencyKey ?? crypto.randomUUID());
  const headers = new Headers({ accept: "application/json, text/csv;q=0.9" });
  if (key) headers.set("idempotency-key", key);
  if (accountMode) headers.set("x-account-mode", accountMode);
  return {
    url: `${baseUrl.replace(/\/+$/, "")}${path}${searchOf(input.query)}`,
    init: { method, headers, ...bodyOf(input.body, headers) },
    // The header is sent on all routes: a newer service may read it where this version does not know that.
    idempotencyKey: REPEATABLE.has(route) ? key : undefined,
    signal: input.signal,
  };
}

function searchOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `?${search}` : "";
}

function bodyOf(body: unknown, headers: Headers): { body?: string | FormData } {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  headers.set("content-type", "application/json");
  return { body: JSON.stringify(body) };
}
