import { settings } from "../../../lib/server/env.ts";
import { readHealth } from "../../../lib/server/health.ts";
import { API_HEADERS } from "../../../lib/server/proxy/proxy-error.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return Response.json(await readHealth(settings()), { headers: API_HEADERS });
}
