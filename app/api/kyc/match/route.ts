import { customerEndpoints } from "../../../../contract/customers.ts";
import { settings } from "../../../../lib/server/env.ts";
import { forwardAsQuery } from "../../../../lib/server/proxy/session-proxy.ts";
import { wrongMethods } from "../../../../lib/server/proxy/wrong-methods.ts";

/** The page sends a POST so that no BVN appears in a URL; the service receives a GET. Dashboard 3. */
export function POST(request: Request): Promise<Response> {
  return forwardAsQuery(request, customerEndpoints.matchBvn, settings());
}

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = wrongMethods("POST");
