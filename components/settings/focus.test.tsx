import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../testing/render-page.tsx";
import { KeysPrivate } from "./keys/keys-private.tsx";
import { SessionsList } from "./me/sessions-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = "2026-11-19T13:02:11.000Z";
const session = (id: string, current: boolean) => ({
  ...{
    id,
    current,
    channel: "dashboard",
    userAgent: null,
    address: null,
    merchant: "Ada",
    createdAt: at,
    lastUsedAt: at,
  },
});

test("an ended session leaves the list, and the focus stays in the list", async () => {
  let sessions = [session("s-1", true), session("s-2", false)];
  serve(({ method }) => {
    if (method === "DELETE") sessions = sessions.slice(0, 1);
    return { body: { status: true, data: sessions } };
  });
  renderPage(<SessionsList />);
  await userEvent.click(await screen.findByRole("button", { name: "End the session of Unknown browser" }));
  expect(await screen.findByText("You have no other sessions.")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("list", { name: "Sessions" })));
});

test("hiding a private key moves the focus to its reveal button", async () => {
  serve(() => ({ body: { status: true, data: { publicKey: "pk_1", privateKey: "sk_1" } } }));
  renderPage(<KeysPrivate />);
  await userEvent.click(screen.getByRole("button", { name: "Reveal" }));
  await userEvent.type(await screen.findByLabelText("Your password"), "demo-password{Enter}");
  await screen.findByText("sk_1");
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reveal" }));
});
