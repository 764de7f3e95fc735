import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ServiceError } from "../../../lib/api/service-error.ts";
import { WriteProblem } from "./write-problem.tsx";

afterEach(cleanup);

const refused = new ServiceError({ code: "wallet_frozen", message: "It is frozen.", status: 400, requestId: "r-7" });
const lost = new ServiceError({ code: "outcome_unknown", message: "No answer.", status: 504 });

test("names the failed action, the reason and the request ID", () => {
  render(<WriteProblem title="Nothing was added" error={refused} />);
  expect(screen.getByRole("alert").textContent).toBe("Nothing was addedIt is frozen.Request r-7");
});

test("does not claim that nothing was done after a lost response", () => {
  render(<WriteProblem title="Nothing was added" error={lost} />);
  const text = screen.getByRole("alert").textContent;
  expect(text).toContain("Not known yet");
  expect(text).not.toContain("Nothing was added");
});

test("shows the caller's advice for a lost response", () => {
  render(<WriteProblem lostTitle="Not confirmed yet whether it was set" lost="Set it again." error={lost} />);
  expect(screen.getByRole("alert").textContent).toBe("Not confirmed yet whether it was setSet it again.");
});
