import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { TwoFactor } from "./two-factor.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const state = { enabled: true, enabledAt: null, recoveryCodesLeft: 2, passkeys: 0, requiredForApprovals: false };

function open(codes: Answer = { body: { status: true, data: { recoveryCodes: ["one-1", "two-2"] } } }) {
  const calls = serve(({ method }) => (method === "GET" ? { body: { status: true, data: state } } : codes));
  renderPage(<TwoFactor />);
  return calls;
}

async function renew() {
  await userEvent.click(await screen.findByRole("button", { name: "New recovery codes" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "demo-password");
  await userEvent.type(screen.getByLabelText("Code from your authenticator app"), " 123456 ");
  await userEvent.click(screen.getByRole("button", { name: "Create new codes" }));
}

test("codes that are shown once stay until their own button is pressed", async () => {
  const calls = open();
  await renew();
  await screen.findByText("one-1");
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    currentPassword: "demo-password",
    code: "123456",
  });
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  await userEvent.click(screen.getByText("two-2"));
  await userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
  await waitFor(() => expect(screen.queryByText("one-1")).toBeNull());
});

test("Escape closes a form in progress, and a wrong code is reported at its field", async () => {
  open(refusal(400, "code_wrong", "This code is wrong."));
  await renew();
  expect((await screen.findByText("This code is wrong.")).closest("[role=alert]")).not.toBeNull();
  expect(screen.getByLabelText("Code from your authenticator app").getAttribute("aria-invalid")).toBe("true");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
