import "server-only";
import type { Caller, Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";

type Row = { endpoint: Endpoint; segments: readonly string[] };

const PARAMETER = /^\{\w+\}$/;

// All of them, fixed words before parameters: else a path that is not listed would pass for one with a parameter that is.
const rows: readonly Row[] = Object.values<Endpoint>(endpoints)
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split("/").slice(1) }))
  .sort((a, b) => countParameters(a) - countParameters(b));

/**
 * The endpoint at this method and path (decoded segments), if the contract opens it to the dashboard and to a member who is
 * signed in.
 */
export function findEndpoint(method: string, segments: readonly string[]): Endpoint | undefined {
  return findFor("session", method, segments);
}

/** As `findEndpoint`, of those that the contract opens to the dashboard and to anybody: what is done before sign-in. */
export function findPublicEndpoint(method: string, segments: readonly string[]): Endpoint | undefined {
  return findFor("public", method, segments);
}

function findFor(caller: Caller, method: string, segments: readonly string[]): Endpoint | undefined {
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  const found = rows.find((row) => row.endpoint.method === method && isAt(row, segments))?.endpoint;
  return found?.dashboard && found.callers.includes(caller) ? found : undefined;
}

function isAt({ segments }: Row, given: readonly string[]): boolean {
  if (segments.length !== given.length) return false;
  return segments.every((segment, index) => PARAMETER.test(segment) || segment === given[index]);
}

function countParameters({ segments }: Row): number {
  return segments.filter((segment) => PARAMETER.test(segment)).length;
}
