import { settings } from "../../../lib/server/env.ts";
import { readHealth } from "../../../lib/server/health.ts";
import { API_HEADERS } from "../../../lib/server/proxy/proxy-error.ts";
import { wrongMethods } from "../../../lib/server/proxy/wrong-methods.ts";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  return Response.json(await readHealth(settings()), { headers: API_HEADERS });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("GET", "HEAD");
