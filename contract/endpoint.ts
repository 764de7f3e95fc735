import * as z from "zod";
import { DOCUMENT_MIB } from "./document-kinds.ts";
import type { BuiltInRole, Permission } from "./permissions.ts";
import { CsvFile, DocumentFile } from "./values.ts";

/** The credential of a caller: a member's session, a private key, a customer token, or none. API 2. */
export type Caller = "session" | "key" | "customer" | "public";
/**
 * How the verb of an endpoint moves money; an endpoint without a declaration cannot move any. The service enforces it where money is
 * posted (`moveMoney`), for every caller (decision 0061).
 * - `approval`: moves it for API callers; the same call of a dashboard session, or of a member above the
 *   approval limit, is submitted for another member's approval (decision 0072).
 * - `settlement`: moves only the money of an approval that it settles.
 * - `direct`: moves it for dashboard sessions too. The amount is sandbox money, a fee that the platform sets, money of a payout
 *   that was approved before, or money that arrived from a bank.
 */
export type MoneyRule = "approval" | "settlement" | "direct";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One endpoint. The service, the proxy, the OpenAPI document and the tests all read this table.
 * - `path`: relative to the base URL, with parameters in braces.
 * - `message`: the exact success message; a list if the spec has several.
 * - `permission`: any one of a list is enough; `null` requires none. `roles`: the few endpoints that check the role instead.
 * - `callers`: a private key also needs the permission or role, and holds only `permissionsOfKeys`; without it: 403 (spec 4.15).
 * - `extension`: not part of the spec. `dashboard`: the proxy forwards it for the browser.
 * - `stepUp`: a member's session must hold a proof of identity that is at most ten minutes old (decision 0078). Keys need none.
 * - `replica`: a GET that reads on a replica, where there is one that has replayed everything committed before the request (decision 0191).
 *   For lists, statements, exports, insights and the audit log; single records and balances are read on the primary.
 * - `idempotent`: accepts an `Idempotency-Key`, as do all calls that create something or move money (API 1).
 * - `upload`: the body is multipart, with a file of up to 64 MiB, or of any size, or with documents of up to 10 MiB each. Nothing holds
 *   more than a part of a file.
 * - `asksBanks`: it may wait for banks, so its large bodies hold up none of the others (decision 0208).
 * - `bodyMiB`: the largest JSON body; 1 MiB without it.
 * - `jsonRow`: a CSV download that answers `{status, data}` of these rows to callers whose `Accept` prefers JSON.
 * - `also`: another status of a success: when it is sent, and its reply if that differs.
 * - `whileSuspended`: also answers members of a merchant that the platform has suspended.
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
  stepUp?: true;
  replica?: true;
  idempotent?: boolean;
  money?: MoneyRule;
  asksBanks?: true;
  family?: "status" | "success";
  status: 200 | 201 | 202;
  message?: string | readonly string[];
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  upload?: true | "any_size" | "documents";
  bodyMiB?: number;
  whileSuspended?: boolean;
  reply: z.ZodType | "csv" | "pdf" | "file";
  jsonRow?: z.ZodType;
  also?: { status: 200 | 202; when: string; reply?: z.ZodType };
};

const MIB = 1_048_576;
/** Allowance for the boundaries and fields around the files. */
const ENVELOPE_BYTES = 64 * 1024;

/** The most MiB of one uploaded file. API 1. */
export function fileLimitMiB({ upload }: Pick<Endpoint, "upload">): number {
  if (upload === "any_size") return Number.POSITIVE_INFINITY;
  return upload === "documents" ? DOCUMENT_MIB : 64;
}

/** The names of the fields of an upload that hold files. */
export function fileFieldsOf({ path, body }: Pick<Endpoint, "path" | "body">): string[] {
  const shape: Record<string, unknown> = body instanceof z.ZodObject ? body.shape : {};
  const names = Object.keys(shape).filter((name) => shape[name] === CsvFile || shape[name] === DocumentFile);
  if (names.length === 0) throw new Error(`${path} takes no file`);
  return names;
}

/** The most bytes of the whole body of an upload. */
export function uploadLimitOf(endpoint: Pick<Endpoint, "path" | "upload" | "body">): number {
  return fileFieldsOf(endpoint).length * fileLimitMiB(endpoint) * MIB + ENVELOPE_BYTES;
}

/** Defines an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export const anybody = ["public"] as const;
export const members = ["session"] as const;
export const keys = ["key"] as const;
export const membersAndKeys = ["session", "key"] as const;
export const customers = ["customer"] as const;
