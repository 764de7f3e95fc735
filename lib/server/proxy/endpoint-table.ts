import "server-only";
import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";

type Row = { endpoint: Endpoint; segments: readonly string[] };

const PARAMETER = /^\{\w+\}$/;

// All endpoints, literal segments before parameters. With a partial table, an excluded path could match a parameter of
// an included one.
const rows: readonly Row[] = Object.values<Endpoint>(endpoints)
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split("/").slice(1) }))
  .sort((a, b) => countParameters(a) - countParameters(b));

/**
 * Finds the endpoint for a method and decoded path segments, if the contract opens it to the dashboard and to
 * signed-in members.
 */
export function findEndpoint(method: string, segments: readonly string[]): Endpoint | undefined {
  return find("session", method, segments);
}

/** Like `findEndpoint`, for endpoints that the contract opens to the dashboard before sign-in. */
export function findPublicEndpoint(method: string, segments: readonly string[]): Endpoint | undefined {
  return find("public", method, segments);
}

function find(caller: Caller, method: string, segments: readonly string[]): Endpoint | undefined {
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  const found = rows.find((row) => row.endpoint.method === method && matches(row, segments))?.endpoint;
  return found?.dashboard && found.callers.includes(caller) ? found : undefined;
}

function matches({ segments }: Row, given: readonly string[]): boolean {
  if (segments.length !== given.length) return false;
  return segments.every((segment, index) => PARAMETER.test(segment) || segment === given[index]);
}

function countParameters({ segments }: Row): number {
  return segments.filter((segment) => PARAMETER.test(segment)).length;
}
