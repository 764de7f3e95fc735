import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubLayout } from "../testing/render-page.tsx";
import { showToast } from "./toast-store.ts";
import { Toasts } from "./toasts.tsx";

beforeEach(stubLayout);
afterEach(cleanup);

test("a message appears, its action runs once and removes it", async () => {
  render(<Toasts />);
  const run = vi.fn();
  act(() => showToast({ title: "Wallet frozen", action: { label: "Enable", alternative: "On its page", run } }));
  await userEvent.click(screen.getByRole("button", { name: "Enable" }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("button", { name: "Enable" })).toBeNull();
});

test("at most three messages are visible, the newest last", () => {
  render(<Toasts />);
  act(() => {
    for (const title of ["one", "two", "three", "four"]) showToast({ title });
  });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["two", "three", "four"]);
});
