import { settings } from "../../../../lib/server/env.ts";
import { rotateKeys } from "../../../../lib/server/proxy/key-proxy.ts";

export function POST(request: Request): Promise<Response> {
  return rotateKeys(request, settings());
}
