import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { aWallet } from "../../testing/replies.ts";
import { EnableWalletForm } from "./enable-wallet-form.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("reports an unknown outcome after a lost connection, not that the wallet is still frozen", async () => {
  serve(() => "cut");
  const onDone = vi.fn();
  renderPage(<EnableWalletForm wallet={aWallet()} asOf={0} frozenBy={undefined} onDone={onDone} onCancel={vi.fn()} />);
  await userEvent.click(screen.getByRole("button", { name: "Enable wallet" }));
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toContain("Not known yet");
  expect(textContent).not.toContain("not enabled");
  expect(onDone).not.toHaveBeenCalled();
});
