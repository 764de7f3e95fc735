import "server-only";
import { readFile } from "node:fs/promises";
import type { Settings } from "./env.ts";
import { tracingHeaders } from "./proxy/tracing-headers.ts";
import { callService } from "./proxy/upstream.ts";

const HEALTH_TIMEOUT_MS = 2_000;

export type Health = { buildId: string; service: "reachable" | "unreachable" };

/** The build ID, so that an outdated page can detect a new release, and whether the service responds. Dashboard 3. */
export async function readHealth(settings: Settings): Promise<Health> {
  const headers = tracingHeaders(new Headers());
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  const sent = await callService(settings, { method: "GET", path: "", headers, signal });
  const isReachable = sent.kind === "responded" && sent.response.status < 500;
  if (sent.kind === "responded") await sent.response.body?.cancel();
  return { buildId: await readBuildId(), service: isReachable ? "reachable" : "unreachable" };
}

/** A development server has no build ID. */
function readBuildId(): Promise<string> {
  return readFile(".next/BUILD_ID", "utf8").then(
    (text) => text.trim(),
    () => "development",
  );
}
