import { settings } from "../../../lib/server/env.ts";
import { revealKeys } from "../../../lib/server/proxy/key-proxy.ts";
import { wrongMethods } from "../../../lib/server/proxy/wrong-methods.ts";

/** A POST because it carries the password; it changes nothing. Dashboard 3. */
export function POST(request: Request): Promise<Response> {
  return revealKeys(request, settings());
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("POST");
