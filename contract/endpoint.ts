import type * as z from "zod";
import type { BuiltInRole, Permission } from "./permissions.ts";

/** Which credential opens an endpoint (api 2): a member's session, a private key, a customer token, or none. */
export type Caller = "session" | "key" | "customer" | "public";
/**
 * How the verb of an endpoint moves money; an endpoint without a declaration cannot move any. The service enforces it where money is
 * posted (`moveMoney`), for every caller (decision 0061).
 * - `approval`: moves it for API callers; the same call of a dashboard session is submitted for another member's approval.
 * - `settlement`: moves only the money of an approval that it settles.
 * - `direct`: moves it for dashboard sessions too. The amount is sandbox money or a fee that the platform sets.
 */
export type MoneyRule = "approval" | "settlement" | "direct";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One line of the table that service, proxy, OpenAPI document and tests all read.
 * `path` is relative to the base address, parameters in braces as in the spec.
 * `message` is the exact text of success; a list where the spec has several. `permission`: any one of a list opens;
 * `null` asks for none. `roles` is the condition of the few endpoints that look at the role instead.
 * A key among the `callers` still needs role or permission, and holds only `permissionsOfKeys`: that is a 403 (spec 4.15).
 * `extension`: the spec does not name it. `dashboard`: the proxy lets the browser call it. Money and new things are
 * `idempotent`: they take an `Idempotency-Key` (api 1). `upload`: the body is multipart.
 */
export type Endpoint = {
  method: Method;
  path: `/${string}`;
  tag: string;
  summary: string;
  source: string;
  extension: boolean;
  callers: readonly Caller[];
  permission: Permission | readonly Permission[] | null;
  roles?: readonly BuiltInRole[];
  dashboard: boolean;
  idempotent?: boolean;
  money?: MoneyRule;
  family?: "status" | "success";
  status: 200 | 201 | 202;
  message?: string | readonly string[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  upload?: boolean;
  reply: z.ZodType | "csv";
};

/** Keeps the literal types of an endpoint. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export const anybody = ["public"] as const;
export const members = ["session"] as const;
export const keys = ["key"] as const;
export const membersAndKeys = ["session", "key"] as const;
export const customers = ["customer"] as const;
