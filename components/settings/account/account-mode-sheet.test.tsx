import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
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
