import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { AccountMode } from "./account-mode.tsx";
import { AccountModeSheet } from "./account-mode-sheet.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const metadata = { page: 1, perPage: 1, totalRecords: 3, totalPages: 3 };

test("counts what a switch affects, customer uploads too; an unreadable count is unknown", async () => {
  serve(({ path }) => {
    if (path.includes("access-keys")) return refusal(403, "permission_missing", "No.");
    return { body: { status: true, data: [], metadata: { ...metadata, totalRecords: path.includes("bulk") ? 2 : 3 } } };
  });
  renderPage(<AccountModeSheet isOpen onClose={() => undefined} />);
  expect(await screen.findByText("not known")).toBeDefined();
  const facts = ["Open approvals", "Running batches"].map((name) => screen.getByText(name).nextSibling?.textContent);
  expect(facts).toEqual(["3", "4"]);
});

test("a count that is still loading is not unknown", async () => {
  serve(() => new Promise(() => undefined));
  renderPage(<AccountModeSheet isOpen onClose={() => undefined} />);
  expect(await screen.findByText("Running batches")).toBeDefined();
  expect(screen.queryByText("not known")).toBeNull();
});

test.each([
  ["PENDING", true, /Live mode is under review/],
  ["PENDING", false, /Confirm your e-mail first/],
  ["ENABLED", true, null],
] as const)(
  "with the review %s and a confirmed e-mail: %s, says why the account cannot go live",
  async (review, emailConfirmed, title) => {
    serve(() => ({ body: { status: true, data: { review } } }));
    renderPage(<AccountMode funds={null} />, { session: { ...aSession("MainMerchant"), emailConfirmed } });
    const button = await screen.findByRole("button", { name: "Switch to live" });
    if (title) expect(await screen.findByText(title)).toBeDefined();
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe(title ? "true" : null));
  },
);
