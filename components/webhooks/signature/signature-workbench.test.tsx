import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signPayload } from "../../../service/domain/webhooks/deliveries/sign-payload.ts";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aDelivery, aFailure, anAttempt, detailsOf, pageOf } from "../testing.ts";
import { SignatureWorkbench } from "./signature-workbench.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const KEY = "sk_sandbox_0123456789abcdef0123456789abcdef";

test("the last sent delivery fills in the signed values; only the key is typed", async () => {
  const payload = {
    event: "wallet.credit",
    data: { amount: 150_000, reference: "REF-0000000001", description: "Tólá ₦" },
  };
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const requestHeaders = { ...signPayload({ key: KEY, body: JSON.stringify(payload), timestampSeconds }) };
  const limited = aFailure({ id: "d-1", attempts: 0, errorCode: "rate_limited", httpStatusCode: null });
  const sent = aDelivery({ id: "d-2", payload });
  const calls = serve(({ path }) =>
    path.includes("/delivery/")
      ? { body: { success: true, data: detailsOf(sent, { attemptLog: [anAttempt({ requestHeaders })] }) } }
      : pageOf([limited, sent]),
  );
  renderPage(<SignatureWorkbench />);
  await userEvent.type(screen.getByLabelText("Signing secret or private key"), KEY);
  await userEvent.click(screen.getByRole("button", { name: "Use the last delivery" }));
  await screen.findByText(/^Filled in from the newest delivery/);
  await userEvent.click(screen.getByRole("button", { name: "Check signature" }));
  await waitFor(() => expect(screen.getAllByText("Matches")).toHaveLength(2));
  expect(screen.getByText("In the window")).toBeDefined();
  expect(calls.map(({ path }) => path).at(-1)).toMatch(/\/delivery\/d-2$/);
  expect(JSON.stringify(calls)).not.toContain(KEY);
});

test("without a sent delivery it explains what to do", async () => {
  serve(() => pageOf([]));
  renderPage(<SignatureWorkbench />);
  await userEvent.click(screen.getByRole("button", { name: "Use the last delivery" }));
  expect(await screen.findByText(/^Nothing was sent yet/)).toBeDefined();
});
