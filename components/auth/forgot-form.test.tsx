import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { serve } from "../testing/render-page.tsx";
import { ForgotForm } from "./forgot-form.tsx";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test("moves the focus to the link when the code has been sent", async () => {
  serve(() => ({ body: { status: true } }));
  render(<ForgotForm />);
  await userEvent.type(screen.getByLabelText("E-mail"), "tola@demo.example{Enter}");
  expect(document.activeElement).toBe(await screen.findByRole("link", { name: "Enter the code" }));
  expect(screen.getByRole("status").textContent).toContain("tola@demo.example");
});
