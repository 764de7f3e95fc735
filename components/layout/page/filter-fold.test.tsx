import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FilterFold, setAmounts, setChoice, setDays } from "./filter-fold.tsx";

afterEach(cleanup);

const STATUSES = [{ value: "frozen", label: "Frozen" }] as const;

test("one button opens the filters of a phone, and says how many are set", () => {
  const { rerender } = render(<FilterFold active={[]}>fields</FilterFold>);
  const button = screen.getByRole("button", { name: "Filters" });
  const fields = screen.getByText("fields");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(fields.className).toContain("max-md:hidden");
  fireEvent.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(fields.className).not.toContain("max-md:hidden");
  rerender(<FilterFold active={[{ text: "Frozen", remove: () => undefined }]}>fields</FilterFold>);
  expect(button.textContent).toBe("Filters (1)");
});

test("what is set stays visible in words, and each can be removed", () => {
  const set = vi.fn();
  const active = [
    ...setChoice("frozen", STATUSES, () => set({ status: null })),
    ...setAmounts({ minAmount: 100_000 }, set),
    ...setDays({ startDate: "2026-11-01" }, set),
  ];
  render(<FilterFold active={active}>fields</FilterFold>);
  for (const filter of screen.getAllByRole("button", { name: /^Remove filter: / })) fireEvent.click(filter);
  expect(set.mock.calls).toEqual([[{ status: null }], [{ minAmount: null }], [{ startDate: null }]]);
  expect(screen.getByRole("list", { name: "Filters that are set" }).textContent).toMatch(
    /^FrozenAt least ₦1,000\.00From .*Nov/,
  );
});

test("a filter that is not set has no words", () => {
  expect([...setChoice(null, STATUSES, () => undefined), ...setAmounts({}, vi.fn()), ...setDays({}, vi.fn())]).toEqual(
    [],
  );
});
