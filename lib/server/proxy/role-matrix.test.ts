import { expect, test } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { type EndpointName, endpoints } from "../../../contract/endpoints.ts";
import { builtInRoles, holdsPermission, permissionsOfRole } from "../../../contract/permissions.ts";
import { cookieOf, pageRequest, testSession, testSettings, testToken } from "../testing/sessions.ts";
import { upstreamOfFile } from "../testing/upstream.ts";
import { forward } from "./session-proxy.ts";

const upstream = upstreamOfFile();
const ID = "01890000-0000-7000-8000-0000000000c1";

/** Every endpoint that the contract opens to members in the dashboard. New endpoints are covered automatically. */
const open = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, one]) => one.dashboard && one.callers.includes("session"),
);
const rows = builtInRoles.flatMap((role) => open.map(([name, endpoint]) => ({ role, name, endpoint })));

test.each(rows)("$role, $name: is forwarded exactly when the contract allows it", async ({ role, endpoint }) => {
  const { method, permission, roles, path } = endpoint;
  const settings = testSettings(upstream.url);
  const permissions = [...permissionsOfRole[role]];
  const cookie = await cookieOf(testToken({ session: testSession({ role, permissions }) }), settings);
  const headers = { "Idempotency-Key": ID };
  const asked = { method, path: path.replaceAll(/\{\w+\}/g, ID), cookie, headers };
  const request = pageRequest(method === "GET" ? asked : { ...asked, body: "{}" });
  const segments = new URL(request.url).pathname.split("/").slice(3);
  const { status } = await forward(request, segments, settings);
  const isAllowed = holdsPermission(permissions, permission) && (roles?.includes(role) ?? true);
  const isAsked = upstream.callsTo(`${method} /v1${asked.path}`).length > 0;
  expect({ isRefused: status === 403, isAsked }).toEqual({ isRefused: !isAllowed, isAsked: isAllowed });
});
