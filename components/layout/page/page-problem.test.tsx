import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { PageProblem } from "./page-problem.tsx";
import { PlainProblem } from "./plain-problem.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  ["inside the frame", PageProblem],
  ["instead of the frame", PlainProblem],
])("%s, a failed page is rendered again", async (_, Problem) => {
  const reset = vi.fn();
  render(<Problem error={new Error("x")} reset={reset} />);
  expect(screen.getByRole("alert").textContent).toContain("Nothing was changed.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(reset).toHaveBeenCalledTimes(1);
});

test.each([
  ["inside the frame", PageProblem],
  ["instead of the frame", PlainProblem],
])("%s, a page whose code did not load is reloaded", async (_, Problem) => {
  const reload = vi.fn();
  vi.stubGlobal("location", { href: "http://localhost:3000/", reload });
  const error = Object.assign(new Error("Failed to load chunk /x.js"), { name: "ChunkLoadError" });
  render(<Problem error={error} reset={vi.fn()} />);
  expect(screen.getByRole("alert").textContent).toContain("A part of this page couldn’t be loaded. Reload it.");
  await userEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledTimes(1);
});
