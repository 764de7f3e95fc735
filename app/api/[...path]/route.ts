import { randomUUID } from "node:crypto";
import { proxyError } from "../../../lib/server/proxy/proxy-error.ts";

/** Every address below /api that no other route answers: the failure envelope instead of a page. Dashboard 3. */
function handle(): Response {
  return proxyError("not_found", randomUUID());
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
