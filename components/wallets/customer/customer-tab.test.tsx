import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aCustomer } from "../../testing/replies.ts";
import { CustomerTab } from "./customer-tab.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each(["Cancel", "Save customer"])("%s returns the focus to the button that opened the form", async (name) => {
  serve(() => ({ body: { status: true, customer: aCustomer() } }));
  renderPage(<CustomerTab customerId={aCustomer().id} />);
  const edit = await screen.findByRole("button", { name: "Edit customer" });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(edit);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  await userEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit customer" })));
});
