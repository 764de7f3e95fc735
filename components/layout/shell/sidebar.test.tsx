import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { Sidebar } from "./sidebar.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/audit" }));

beforeEach(() => void serve(() => ({ body: { status: true, metadata: { totalRecords: 0 } } })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["Admin", ["Audit", "API reference", "Settings"]],
  ["Support", ["API reference", "Settings"]],
] as const)("secondary areas are at the bottom, for %s: %j", (role, below) => {
  renderPage(<Sidebar onSearch={() => undefined} />, { session: aSession(role) });
  const lists = within(screen.getByRole("navigation", { name: "Main" })).getAllByRole("list");
  const names = lists.map((list) =>
    within(list)
      .getAllByRole("link")
      .map((link) => link.textContent),
  );
  expect([names[0]?.[0], names[1]]).toEqual(["Overview", below]);
});

test("the badge of Approvals counts payment requests and changes of access", async () => {
  serve(({ path }) => ({
    body: { status: true, metadata: { totalRecords: path.includes("/transaction/pending") ? 3 : 0 } },
  }));
  renderPage(<Sidebar onSearch={() => undefined} />, {
    facts: { walletFreeze: null, lowBalance: null, changesToDecide: 2, firstSteps: null },
  });
  expect(await screen.findByRole("link", { name: /^Approvals ?, 5 waiting$/ })).toBeDefined();
});

test("the merchant's initial keeps its diacritics", () => {
  renderPage(<Sidebar onSearch={() => undefined} />, { session: aSession("Admin", { merchantName: "ẹ̀kọ́ Stores" }) });
  expect(screen.getByTitle("ẹ̀kọ́ Stores").previousSibling?.textContent).toBe("Ẹ̀");
});
