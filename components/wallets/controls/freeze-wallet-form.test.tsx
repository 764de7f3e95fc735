import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aSession, aWallet } from "../../testing/replies.ts";
import { FreezeWalletForm } from "./freeze-wallet-form.tsx";

const STORY = "Three complaints about goods never sent.";
const done = { body: { status: true, message: "Customer wallet successfully frozen." } };

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(session = aSession()) {
  const onDone = vi.fn();
  const onCancel = vi.fn();
  const page = <FreezeWalletForm wallet={aWallet()} asOf={0} onDone={onDone} onCancel={onCancel} />;
  return { onDone, onCancel, ...renderPage(page, { session }) };
}

async function fill(story = STORY) {
  await userEvent.click(screen.getByRole("radio", { name: "Fraud report" }));
  await userEvent.type(screen.getByLabelText("What happened"), story);
}

const send = () => userEvent.click(screen.getByRole("button", { name: "Freeze wallet" }));

describe("the freeze form", () => {
  test("explains the consequences before anything is done", () => {
    open();
    expect(screen.getByText(/No further transactions/)).toBeTruthy();
    expect(screen.getByText(/stays in the wallet/).textContent).toBe("₦184,250.00 stays in the wallet.");
  });

  test("sends category and explanation once, in the mode shown, and deletes the draft", async () => {
    const calls = serve(() => done);
    const { onDone } = open();
    await fill();
    await send();
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/api/service/wallet/close",
      body: { customerId: aWallet().customerId, reason: `Fraud report: ${STORY}` },
    });
    expect(calls[0]?.headers.get("x-account-mode")).toBe("SANDBOX");
    expect(sessionStorage.length).toBe(0);
  });

  test("sends nothing without a category and an explanation, and reports both at their fields", async () => {
    const calls = serve(() => done);
    open();
    await send();
    expect(await screen.findByText("Choose a reason.")).toBeTruthy();
    expect(screen.getByText("Say what happened in at least 10 characters.")).toBeTruthy();
    expect(screen.getByLabelText("What happened").getAttribute("aria-invalid")).toBe("true");
    expect(calls).toHaveLength(0);
  });

  test("counts the characters left after the category", async () => {
    open();
    expect(screen.getByText("0 of 500")).toBeTruthy();
    await fill("Twelve chars");
    expect(screen.getByText("12 of 486")).toBeTruthy();
  });

  test("keeps the input after a refusal, and shows the reason with the request number", async () => {
    serve(() => refusal(400, "wallet_already_frozen", "Customer wallet is already frozen."));
    const { onDone } = open();
    await fill();
    await send();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Customer wallet is already frozen.");
    expect(alert.textContent).toContain("req-1");
    expect(screen.getByLabelText<HTMLTextAreaElement>("What happened").value).toBe(STORY);
    expect(onDone).not.toHaveBeenCalled();
  });

  test("reports an unknown outcome after a lost connection, not a failure", async () => {
    serve(() => "cut");
    open();
    await fill();
    await send();
    expect((await screen.findByRole("alert")).textContent).toContain("Not known yet");
  });

  test("a double click freezes once", async () => {
    let answer: (value: typeof done) => void = () => undefined;
    const calls = serve(() => new Promise((resolve) => (answer = resolve)));
    const { onDone } = open();
    await fill();
    await userEvent.dblClick(screen.getByRole("button", { name: "Freeze wallet" }));
    answer(done);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(calls).toHaveLength(1);
  });

  test("restores the draft after a reload, but not for another user", async () => {
    const { unmount } = open();
    await fill();
    unmount();
    open();
    expect(screen.getByLabelText<HTMLTextAreaElement>("What happened").value).toBe(STORY);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Fraud report" }).checked).toBe(true);
    cleanup();
    open(aSession("Admin", { userId: "0190a000-0000-7000-8000-0000000000ff" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("What happened").value).toBe("");
  });
});
