import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../testing/render-page.tsx";
import { AuditLog } from "./audit-log.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const line = {
  ...{ id: "l-1", at: "2026-11-19T13:02:11.000Z", action: "wallet.freeze", reason: "Court order", address: null },
  actor: { kind: "member", id: "u-1", name: "Tólá Bánkọ́lé" },
  object: { kind: "wallet", id: "w-1" },
  ...{ before: null, after: null, requestId: "r-1" },
};

test.each([
  ["9", 3, "This list has fewer pages"],
  ["1", 0, "No entries yet"],
  ["9", 0, "No entries yet"],
])("page %s of a log of %i entries: %s", async (page, totalRecords, title) => {
  serve(() => ({ body: { status: true, data: [], metadata: { page: 9, perPage: 25, totalRecords, totalPages: 1 } } }));
  renderPage(<AuditLog />, { search: `page=${page}` });
  expect(await screen.findByRole("heading", { name: title })).toBeDefined();
});

test("sign-ins are left out until all areas or an area is chosen", async () => {
  const metadata = { page: 1, perPage: 25, totalRecords: 1, totalPages: 1 };
  const calls = serve(() => ({ body: { status: true, data: [line], metadata } }));
  renderPage(<AuditLog />);
  await screen.findByRole("button", { name: "Froze a wallet" });
  expect(calls.at(-1)?.path).toContain("without=session");
  await userEvent.selectOptions(screen.getByLabelText("What"), "All areas and sign-ins");
  await vi.waitFor(() => expect(calls.at(-1)?.path).not.toContain("without"));
  expect(calls.at(-1)?.path).not.toContain("action");
});

test("a page beyond the end offers a way back to the first page", async () => {
  const metadata = { page: 1, perPage: 25, totalRecords: 1, totalPages: 1 };
  serve(({ path }) => ({ body: { status: true, data: path.includes("page=1&") ? [line] : [], metadata } }));
  renderPage(<AuditLog />, { search: "page=4" });
  await userEvent.click(await screen.findByRole("button", { name: "Go to the first page" }));
  expect(await screen.findByRole("button", { name: "Froze a wallet" })).toBeDefined();
});
