import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FIRST_READS } from "./first-reads.ts";
import { findEndpoint } from "./proxy/endpoint-table.ts";

const PAGES = join(import.meta.dirname, "..", "..", "app", "(dashboard)");

it("knows every page of the dashboard, and no other", () => {
  const folders = globSync("**/page.tsx", { cwd: PAGES }).map((file) => `/${file.replace(/\/?page\.tsx$/, "")}`);
  expect(Object.keys(FIRST_READS).toSorted()).toEqual(folders.toSorted());
});

it("reads existing endpoints only", () => {
  const ids = new Proxy({}, { get: () => "01a1d97f-20aa-7001-a348-4f7476e2ec0e" });
  const paths = Object.values(FIRST_READS).flatMap((reads) => reads(ids, 0));
  const unknown = paths.filter((path) => !findEndpoint("GET", path.split("?")[0]?.split("/").slice(1) ?? []));
  expect(paths.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});
