import { settings } from "../../../../lib/server/env.ts";
import { createRestrictedKey } from "../../../../lib/server/proxy/key-proxy.ts";

export function POST(request: Request): Promise<Response> {
  return createRestrictedKey(request, settings());
}
