import { settings } from "../../../../lib/server/env.ts";
import { createRestrictedKey } from "../../../../lib/server/proxy/key-proxy.ts";
import { wrongMethods } from "../../../../lib/server/proxy/wrong-methods.ts";

export function POST(request: Request): Promise<Response> {
  return createRestrictedKey(request, settings());
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("POST");
