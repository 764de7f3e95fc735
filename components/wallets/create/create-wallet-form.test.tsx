import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, drawPage, refusal, renderPage, serve } from "../../testing/render-page.tsx";
import { aCreatedWallet, aSession } from "../../testing/replies.ts";
import { CreateWallet } from "./create-wallet.tsx";
import { CreateWalletForm } from "./create-wallet-form.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: vi.fn() }), usePathname: () => "/wallets/new" }));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BVN = "22212345678";
const created: Answer = { status: 201, body: { status: true, ...aCreatedWallet() } };
const open = (session = aSession()) => renderPage(<CreateWalletForm onAnother={() => undefined} />, { session });
const send = () => userEvent.click(screen.getByRole("button", { name: /Create wallet|Retry safely/ }));

async function fill() {
  await userEvent.type(screen.getByLabelText("First name"), "Chidi");
  await userEvent.type(screen.getByLabelText("Last name"), "Okafor");
  await userEvent.type(screen.getByLabelText("Phone number"), "0801 234 5678");
  await userEvent.type(screen.getByLabelText("Date of birth"), "1992-05-16");
  await userEvent.type(screen.getByLabelText("BVN number"), BVN);
}

test("is drawn by the server as it will be, and nobody can use it before hydration", () => {
  drawPage(<CreateWallet />);
  expect(screen.getByLabelText("BVN")).toHaveProperty("checked", true);
  expect(screen.getByLabelText("First name").closest("[inert]")).not.toBeNull();
  expect(screen.getByText("Wallets").closest("[inert]")).toBeNull();
});

test("sends the form once, however often it is clicked, and shows the new wallet", async () => {
  const calls = serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return created;
  });
  open();
  await fill();
  const button = screen.getByRole("button", { name: "Create wallet" });
  await userEvent.dblClick(button);
  expect(await screen.findByRole("heading", { name: "Wallet created" })).toBeTruthy();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    method: "POST",
    path: "/api/service/wallet",
    body: {
      firstName: "Chidi",
      lastName: "Okafor",
      phoneNumber: "0801 234 5678",
      dateOfBirth: "1992-05-16",
      bvn: BVN,
    },
  });
  expect(calls[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(screen.getByRole("link", { name: "Open wallet" }).getAttribute("href")).toBe(
    `/wallets/${aCreatedWallet().wallet.customerId}`,
  );
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Okafor");
});

test("a wallet frozen by its identity check is shown as created, with the reason and the next step", async () => {
  serve(() => ({
    status: 201,
    body: { status: true, ...aCreatedWallet({ status: "FROZEN", reason: "Invalid NIN/BVN" }) },
  }));
  open();
  await fill();
  await send();
  expect(await screen.findByRole("heading", { name: "Wallet created, frozen by its identity check" })).toBeTruthy();
  expect(screen.getByText("Invalid NIN/BVN")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Check identity" }).getAttribute("href")).toMatch(/\?sheet=kyc$/);
});

test("a duplicate links to the existing customer", async () => {
  const customerId = "0190a000-0000-7000-8000-000000000077";
  const message = "Customer already exist.";
  const errors = [{ message, customerId }];
  serve(() => ({ status: 400, body: { status: false, code: "customer_exists", message, requestId: "r", errors } }));
  open();
  await fill();
  await send();
  expect((await screen.findByRole("link", { name: "Open wallet" })).getAttribute("href")).toBe(
    `/wallets/${customerId}`,
  );
});

test("the service's field errors are shown at their fields, and the input stays", async () => {
  const errors = [
    { field: "phoneNumber", message: "must be a mobile number" },
    { field: "bvn", message: "must be exactly 11 digits" },
  ];
  const body = { status: false, code: "validation_failed", message: "Some fields.", requestId: "r", errors };
  serve(() => ({ status: 400, body }));
  open();
  await fill();
  await send();
  expect(await screen.findByText("must be a mobile number")).toBeTruthy();
  expect(screen.getByText("must be exactly 11 digits")).toBeTruthy();
  expect(screen.getByLabelText("Phone number").getAttribute("aria-invalid")).toBe("true");
  expect((screen.getByLabelText("BVN number") as HTMLInputElement).value).toBe(BVN);
});

test("nothing is sent while a field is invalid", async () => {
  const calls = serve(() => created);
  open();
  await send();
  expect(await screen.findAllByText("Enter a name.")).toHaveLength(2);
  expect(screen.getByText("Enter exactly 11 digits.")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a reload keeps everything but the number, which is stored nowhere", async () => {
  const { unmount } = open();
  await fill();
  const stored = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href]);
  expect(stored).toContain("Okafor");
  expect(stored).not.toContain(BVN);
  unmount();
  open();
  expect((screen.getByLabelText("Last name") as HTMLInputElement).value).toBe("Okafor");
  expect((screen.getByLabelText("BVN number") as HTMLInputElement).value).toBe("");
});

test("a lost response is retried under the same key, also after a reload", async () => {
  let isCut = true;
  const calls = serve(() => (isCut ? "cut" : created));
  const { unmount } = open();
  await fill();
  await send();
  expect((await screen.findByRole("alert")).textContent).toContain("It won’t happen twice");
  unmount();
  isCut = false;
  open();
  expect(screen.getByRole("alert").textContent).toContain("It won’t happen twice");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(BVN);
  await userEvent.type(screen.getByLabelText("BVN number"), BVN);
  await send();
  expect(await screen.findByRole("heading", { name: "Wallet created" })).toBeTruthy();
  expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("after a refusal the next attempt uses a new key", async () => {
  const calls = serve(() => refusal(400, "tier_document_missing", "No."));
  open();
  await fill();
  await send();
  await screen.findByText("The wallet was not created");
  await send();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
});

test("users without the permission see the reason, and nothing is sent", async () => {
  const calls = serve(() => created);
  open(aSession("Support"));
  await fill();
  const button = screen.getByRole("button", { name: "Create wallet" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Your role (Support) can’t create wallets.",
  );
  await userEvent.keyboard("{Enter}");
  expect(calls).toEqual([]);
});
