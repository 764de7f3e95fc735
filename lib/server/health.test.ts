import { expect, it } from "vitest";
import { readHealth } from "./health.ts";
import { testSettings } from "./testing/sessions.ts";
import { sendJson, unusedPort, upstreamOfFile } from "./testing/upstream.ts";

const upstream = upstreamOfFile();

it("reports the build ID and whether the service responds", async () => {
  upstream.on("GET /v1", (_call, response) => sendJson(response, 200, { status: true }));
  expect(await readHealth(testSettings(upstream.url))).toEqual({ buildId: expect.any(String), service: "reachable" });
  const nobody = testSettings(`http://127.0.0.1:${await unusedPort()}/v1`);
  expect(await readHealth(nobody)).toMatchObject({ service: "unreachable" });
});
