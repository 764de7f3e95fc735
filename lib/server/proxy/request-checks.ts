import "server-only";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { holdsPermission } from "../../../contract/permissions.ts";
import type { Session } from "../../permissions.ts";
import type { Settings } from "../env.ts";
import type { ProxyErrorCode } from "./proxy-error.ts";

export type CheckFailure = { code: ProxyErrorCode; detail?: string };

/**
 * Origin check against cross-site requests: every non-GET request must come from a page of the dashboard. Dashboard 3,
 * step 1.
 */
export function isSameOrigin(request: Request, { origins }: Pick<Settings, "origins">): boolean {
  if (request.method === "GET") return true;
  const site = request.headers.get("sec-fetch-site");
  return origins.includes(request.headers.get("origin") ?? "") && (site === null || site === "same-origin");
}

/**
 * Checks that this member may make this call, in the order of dashboard 3: session, permission, mode, idempotency key.
 * `undefined` when they may.
 */
export function checkCall(request: Request, endpoint: Endpoint, session: Session): CheckFailure | undefined {
  const { headers } = request;
  const pageOf = headers.get("x-session-of");
  if (pageOf !== null && pageOf !== `${session.merchantId}.${session.userId}`) {
    return { code: pageOf.endsWith(`.${session.userId}`) ? "merchant_changed" : "session_changed" };
  }
  if (!holdsPermission(session.permissions, endpoint.permission)) {
    return { code: "permission_missing", detail: `It needs ${[endpoint.permission].flat().join(" or ")}.` };
  }
  if (endpoint.roles && !endpoint.roles.some((role) => role === session.role)) return { code: "role_missing" };
  if (endpoint.method !== "GET" && !headers.get("x-account-mode")) return { code: "account_mode_required" };
  if (endpoint.idempotent && !headers.get("idempotency-key")) return { code: "idempotency_key_required" };
  return undefined;
}
