import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { AmountFilter } from "./amount-filter.tsx";

afterEach(cleanup);

type Amounts = { minAmount?: number; maxAmount?: number };

function Filter({ changes }: { changes: object[] }) {
  const [amounts, setAmounts] = useState<Amounts>({ minAmount: 5_000 });
  const set = (change: { minAmount?: number | null; maxAmount?: number | null }) => {
    changes.push(change);
    const all = Object.entries({ ...amounts, ...change }).filter(([, kobo]) => kobo !== null);
    setAmounts(Object.fromEntries(all) as Amounts);
  };
  return (
    <>
      <AmountFilter amounts={amounts} set={set} />
      <button type="button" onClick={() => setAmounts({})}>
        Clear
      </button>
    </>
  );
}

function renderFilter() {
  const changes: object[] = [];
  render(<Filter changes={changes} />);
  return changes;
}

test("amounts are typed in naira and applied in kobo, without changing what is typed", async () => {
  const changes = renderFilter();
  expect(screen.getByLabelText<HTMLInputElement>("Amount from").value).toBe("50");
  await userEvent.type(screen.getByLabelText("Amount to"), "20k");
  await waitFor(() => expect(changes).toEqual([{ maxAmount: 2_000_000 }]));
  expect(screen.getByLabelText<HTMLInputElement>("Amount to").value).toBe("20k");
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.getByLabelText<HTMLInputElement>("Amount to").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>("Amount from").value).toBe("");
});

test("an amount that cannot be read, or is above the other, is explained and keeps its text", async () => {
  const changes = renderFilter();
  await userEvent.type(screen.getByLabelText("Amount to"), "1,5");
  expect((await screen.findByRole("alert")).textContent).toContain("1,250.50");
  expect(changes).toEqual([]);
  await userEvent.clear(screen.getByLabelText("Amount to"));
  await userEvent.type(screen.getByLabelText("Amount to"), "10");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("The smallest amount is above the largest."));
  expect(screen.getByLabelText("Amount from").getAttribute("aria-invalid")).toBe("true");
});
