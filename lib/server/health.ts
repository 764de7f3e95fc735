import "server-only";
import { readFile } from "node:fs/promises";
import type { Settings } from "./env.ts";
import { tracingHeaders } from "./proxy/tracing-headers.ts";
import { callService } from "./proxy/upstream.ts";

const HEALTH_LIMIT_MS = 2_000;

export type Health = { buildId: string; service: "reachable" | "unreachable" };

/** Which build this is, so that an old page notices, and whether the service answers. Dashboard 3. */
export async function readHealth(settings: Settings): Promise<Health> {
  const headers = tracingHeaders(new Headers());
  const signal = AbortSignal.timeout(HEALTH_LIMIT_MS);
  const sent = await callService(settings, { method: "GET", path: "", headers, signal });
  const isReachable = sent.kind === "answered" && sent.response.status < 500;
  if (sent.kind === "answered") await sent.response.body?.cancel();
  return { buildId: await readBuildId(), service: isReachable ? "reachable" : "unreachable" };
}

/** Development has no build. */
function readBuildId(): Promise<string> {
  return readFile(".next/BUILD_ID", "utf8").then(
    (text) => text.trim(),
    () => "development",
  );
}
