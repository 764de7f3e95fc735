import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { FirstStep } from "../../../contract/preferences.ts";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aSession } from "../../testing/replies.ts";
import { FirstStepsSection } from "./first-steps-section.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ALL: FirstStep[] = ["wallet", "invite", "key", "live"];

/** A service that remembers what was dismissed. The wallet step is done. */
function open() {
  let dismissed: FirstStep[] = [];
  const stepsNow = () => {
    const steps = ALL.map((step) => ({ step, isDone: step === "wallet", isDismissed: dismissed.includes(step) }));
    return steps.every(({ isDone, isDismissed }) => isDone || isDismissed) ? null : steps;
  };
  const none = { walletFreeze: null, lowBalance: null };
  const calls = serve(({ method, body }) => {
    if (method === "PATCH") dismissed = (body as { dismissedSteps: FirstStep[] }).dismissedSteps;
    if (method === "PATCH")
      return { body: { status: true, data: { approvalMails: "off", weeklyReport: false, dismissedSteps: dismissed } } };
    return { body: { status: true, data: { Merchant: none, changesToDecide: 0, firstSteps: stepsNow() } } };
  });
  renderPage(<FirstStepsSection />, {
    session: aSession("MainMerchant"),
    facts: { ...none, changesToDecide: 0, firstSteps: stepsNow() },
  });
  return calls;
}

const sent = (calls: ReturnType<typeof open>) =>
  calls
    .filter(({ method }) => method === "PATCH")
    .map(({ body }) => (body as { dismissedSteps: string[] }).dismissedSteps);

test("open steps link to where they are taken; done ones are named", async () => {
  open();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/settings/team",
    "/settings/keys",
    "/settings/verification",
  ]);
  expect(screen.getByText("1 of 4 done")).toBeDefined();
  expect(screen.getByText("Create the first two wallets").closest("a")).toBeNull();
});

test("a step is dismissed by keyboard, the focus stays in the list, and the others remain", async () => {
  const calls = open();
  const button = screen.getByRole("button", { name: "Dismiss: Invite a colleague" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("Invite a colleague")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: /First steps/ }));
  expect(screen.getByRole("link", { name: /Call the service/ })).toBeDefined();
  expect(sent(calls)).toEqual([["invite"]]);
});

test("all are dismissed together, and the section goes", async () => {
  const calls = open();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss all" }));
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
  expect(sent(calls)).toEqual([ALL]);
});

test("without open steps there is nothing", () => {
  serve(() => ({ body: { status: true } }));
  renderPage(<FirstStepsSection />, {
    facts: { walletFreeze: null, lowBalance: null, changesToDecide: 0, firstSteps: null },
  });
  expect(screen.queryByRole("heading")).toBeNull();
});
