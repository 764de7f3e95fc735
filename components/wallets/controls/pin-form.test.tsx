import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aCustomer, aWallet } from "../../testing/replies.ts";
import { PinForm } from "./pin-form.tsx";

const PIN = "7306";
const done: Answer = { body: { status: true, message: "Wallet transaction PIN successfully set." } };

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answer: () => Answer | Promise<Answer> = () => done, wallet = aWallet({ isPinSet: false })) {
  const calls = serve(({ method }) =>
    method === "GET" ? { body: { status: true, customer: aCustomer() } } : answer(),
  );
  const onDone = vi.fn();
  const page = renderPage(<PinForm wallet={wallet} asOf={0} onDone={onDone} onCancel={() => undefined} />);
  return { onDone, sent: () => calls.filter(({ method }) => method !== "GET"), ...page };
}

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
async function fill(pin: string, again = pin) {
  await userEvent.type(field("New PIN"), pin);
  await userEvent.type(field("Repeat new PIN"), again);
}
const send = (name = "Set PIN") => userEvent.click(screen.getByRole("button", { name }));

test("the digits are sent once, and are stored nowhere", async () => {
  const { onDone, sent } = open();
  await fill(PIN);
  expect(document.documentElement.outerHTML).not.toContain(PIN);
  await userEvent.dblClick(screen.getByRole("button", { name: "Set PIN" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    method: "PUT",
    path: "/api/service/wallet/transaction-pin",
    body: { customerId: aWallet().customerId, pin: PIN },
  });
  expect([field("New PIN").value, field("Repeat new PIN").value]).toEqual(["", ""]);
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])).not.toContain(PIN);
});

test("a failure clears the fields too, and reports that nothing was set", async () => {
  const { onDone } = open(() => refusal(400, "customer_not_found", "Customer not found."));
  await fill(PIN);
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("The PIN was not set");
  expect(field("New PIN").value).toBe("");
  expect(document.activeElement).toBe(field("New PIN"));
  expect(onDone).not.toHaveBeenCalled();
});

test("a lost response is reported as an unknown outcome", async () => {
  open(() => "cut");
  await fill(PIN);
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("Not confirmed yet whether it was set");
});

test.each([
  ["12", "12", "Enter exactly four digits."],
  ["73a6", "73a6", "Enter exactly four digits."],
  [PIN, "7307", "PINs don’t match."],
])("%s and %s are not sent: %s", async (pin, again, message) => {
  const { sent } = open();
  await fill(pin, again);
  await send();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("a weak PIN raises a warning, also the customer's birth year", async () => {
  open();
  await userEvent.type(field("New PIN"), "1234");
  expect(screen.getByText(/Digits in a row/)).toBeTruthy();
  await userEvent.clear(field("New PIN"));
  await waitFor(async () => {
    await userEvent.clear(field("New PIN"));
    await userEvent.type(field("New PIN"), "1988");
    expect(screen.getByText(/year of birth/)).toBeTruthy();
  });
});

test("digits are masked, and shown only while the eye is held", async () => {
  open();
  await userEvent.type(field("New PIN"), PIN);
  expect(field("New PIN").type).toBe("password");
  const eye = screen.getByRole("button", { name: "Hold to show: New PIN" });
  const user = userEvent.setup();
  await user.pointer({ keys: "[MouseLeft>]", target: eye });
  expect(field("New PIN").type).toBe("text");
  await user.pointer({ keys: "[/MouseLeft]", target: eye });
  expect(field("New PIN").type).toBe("password");
  expect(field("New PIN").autocomplete).toBe("off");
});

test("an existing PIN is replaced", async () => {
  open(() => done, aWallet({ isPinSet: true }));
  expect(screen.getByRole("button", { name: "Replace PIN" })).toBeTruthy();
  expect(screen.getByText(/A new PIN replaces it immediately/)).toBeTruthy();
});
