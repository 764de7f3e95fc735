import "server-only";
import { randomUUID } from "node:crypto";
import { proxyError } from "./proxy-error.ts";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/**
 * Handlers for the methods that a route does not support: the failure envelope with `Allow`, as the service answers. Without them
 * Next answers with an empty 405. Next itself answers HEAD where there is a GET.
 */
export function wrongMethods(...allowed: Method[]): Record<Method, () => Response> {
  const handler = () => {
    const response = proxyError("method_not_allowed", randomUUID());
    response.headers.set("Allow", allowed.join(", "));
    return response;
  };
  return {
    GET: handler,
    HEAD: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    OPTIONS: handler,
  };
}
