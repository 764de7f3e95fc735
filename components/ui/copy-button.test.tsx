import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["done", { writeText: async () => undefined }, "Copied account number"],
  ["refused", { writeText: () => Promise.reject(new Error("no")) }, "The browser blocked copying the account number"],
  ["not possible here", undefined, "The browser blocked copying the account number"],
])("%s copying is reported", async (_what, clipboard, said) => {
  const user = userEvent.setup();
  vi.stubGlobal("navigator", { ...navigator, clipboard });
  render(<CopyButton value="2204510003" label="account number" />);
  await user.click(screen.getByRole("button", { name: "Copy account number" }));
  expect(await screen.findByText(said)).toBeDefined();
});
