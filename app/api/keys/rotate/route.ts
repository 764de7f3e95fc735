import { settings } from "../../../../lib/server/env.ts";
import { rotateKeys } from "../../../../lib/server/proxy/key-proxy.ts";
import { wrongMethods } from "../../../../lib/server/proxy/wrong-methods.ts";

export function POST(request: Request): Promise<Response> {
  return rotateKeys(request, settings());
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("POST");
