import "server-only";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";

type Row = { endpoint: Endpoint; segments: readonly string[] };

const PARAMETER = /^\{\w+\}$/;

// Only what the contract opens to the dashboard and to a signed-in member. Fixed words win over parameters.
const rows: readonly Row[] = Object.values<Endpoint>(endpoints)
  .filter((endpoint) => endpoint.dashboard && endpoint.callers.includes("session"))
  .map((endpoint) => ({ endpoint, segments: endpoint.path.split("/").slice(1) }))
  .sort((a, b) => countParameters(a) - countParameters(b));

/** The endpoint that the dashboard may call with this method at this path (decoded segments), if the contract lists one. */
export function findEndpoint(method: string, segments: readonly string[]): Endpoint | undefined {
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return undefined;
  return rows.find((row) => row.endpoint.method === method && isAt(row, segments))?.endpoint;
}

function isAt({ segments }: Row, given: readonly string[]): boolean {
  if (segments.length !== given.length) return false;
  return segments.every((segment, index) => PARAMETER.test(segment) || segment === given[index]);
}

function countParameters({ segments }: Row): number {
  return segments.filter((segment) => PARAMETER.test(segment)).length;
}
