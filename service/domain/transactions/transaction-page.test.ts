import { expect, it } from "vitest";
import { pageView, sliceOf } from "./transaction-page.ts";

const ctx = { tenant: { id: 1, merchantId: "", mode: "SANDBOX" } } as const;
const view = (page: number, perPage: number, total: number) =>
  pageView(ctx, "merchant", { page, perPage }, { total, rows: [], isCut: false }).metadata;

it("reports the exact length of a list within the limit", () => {
  expect(view(1, 20, 50_000)).toEqual({ page: 1, perPage: 20, totalRecords: 50_000, totalPages: 2_500 });
  expect(view(1, 20, 0)).toEqual({ page: 1, perPage: 20, totalRecords: 0, totalPages: 0 });
  expect(view(9_999, 20, 50_000)).toMatchObject({ page: 9_999, totalPages: 2_500 });
});

it("reports a capped total for a longer list, and rejects pages beyond the limit with advice", () => {
  const capped = { totalRecords: 50_000, totalPages: 2_500, totalIsCapped: true };
  expect(view(2_500, 20, 50_001)).toMatchObject(capped);
  expect(() => view(2_501, 20, 50_001)).toThrow(/narrow the date range/);
});

it("reads up to the limit and not beyond", () => {
  expect(sliceOf({ page: 3, perPage: 20 })).toMatchObject({ limit: 20, offset: 40 });
  expect(sliceOf({ page: 667, perPage: 75 })).toMatchObject({ limit: 50, offset: 49_950 });
  expect(sliceOf({ page: 999_999_999, perPage: 100 })).toMatchObject({ limit: 0, offset: 50_000 });
});
