import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { findEndpoint } from "./endpoint-table.ts";

const all = Object.values<Endpoint>(endpoints);
// Endpoints before sign-in go through the public proxy, which sends no token.
const listed = all.filter(({ dashboard, callers }) => dashboard && callers.includes("session"));
const segmentsOf = ({ path }: Endpoint) =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replace(/^\{.*\}$/, "01890000"));

describe("the endpoint table", () => {
  it.each(listed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))(
    "finds %s and no other endpoint",
    (_name, endpoint) => {
      expect(findEndpoint(endpoint.method, segmentsOf(endpoint))).toBe(endpoint);
    },
  );

  it("excludes endpoints that the contract does not open to the dashboard", () => {
    const others = all.filter((endpoint) => !listed.includes(endpoint));
    const found = others.filter((endpoint) => findEndpoint(endpoint.method, segmentsOf(endpoint)));
    expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it("excludes every endpoint that responds with tokens or keys", () => {
    expect(findEndpoint("POST", ["auth", "login"])).toBeUndefined();
    expect(findEndpoint("POST", ["auth", "refresh", "token"])).toBeUndefined();
    expect(findEndpoint("GET", ["merchant", "my-access-keys"])).toBeUndefined();
    expect(findEndpoint("GET", ["bvn", "lookup"])).toBeUndefined();
  });
});
