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

const open = { canGoLive: false, emailConfirmed: true, canSubmit: false, missing: [], answerBy: null, documents: [] };
test.each([
  ["incomplete", { missing: ["proofOfAddress"] }, /Verify your business first/, /Still missing: Proof of address/],
  ["incomplete", { canSubmit: true }, /Verify your business first/, /not submitted yet/],
  ["incomplete", { emailConfirmed: false }, /Confirm your e-mail first/, /code from the e-mail/],
  ["under_review", { answerBy: "2026-11-24T09:00:00.000Z" }, /Live mode is under review/, /Expect an answer by 24 Nov/],
  ["changes_needed", { missing: ["directorId"] }, /A document was not accepted/, /ID of a director/],
  ["declined", {}, /Declined/, /Ask the platform/],
  ["verified", { canGoLive: true }, null, null],
] as const)(
  "while the verification is %s %j, says why the account cannot go live",
  async (state, facts, title, text) => {
    serve(() => ({ body: { status: true, verification: { ...open, state, ...facts } } }));
    renderPage(<AccountMode funds={null} />, { session: aSession("MainMerchant") });
    const button = await screen.findByRole("button", { name: "Switch to live" });
    if (title) expect(await screen.findByText(title)).toBeDefined();
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe(title ? "true" : null));
    const why = document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent ?? null;
    if (text) expect(why).toMatch(text);
    else expect(why).toBeNull();
  },
);
