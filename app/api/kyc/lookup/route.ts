import { customerEndpoints } from "../../../../contract/customers.ts";
import { settings } from "../../../../lib/server/env.ts";
import { forwardAsQuery } from "../../../../lib/server/proxy/session-proxy.ts";

/** A POST of the page becomes the service's GET, so that no BVN stands in a browser's address. Dashboard 3. */
export function POST(request: Request): Promise<Response> {
  return forwardAsQuery(request, customerEndpoints.lookUpBvn, settings());
}
