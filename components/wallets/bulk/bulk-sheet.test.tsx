import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage, serve } from "../../testing/render-page.tsx";
import { BulkSheet } from "./bulk-sheet.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = () => undefined;

/** A list with 120 wallets, then with 123. */
function List() {
  const [total, setTotal] = useState(120);
  const chosen = { matching: { status: "ACTIVE" as const }, expected: total };
  return (
    <>
      <button type="button" onClick={() => setTotal(123)}>
        Read again
      </button>
      <BulkSheet isOpen change="close" count={total} chosen={chosen} onClose={nothing} onDone={nothing} />
    </>
  );
}

test("asks for the wallets that its title names, even if the list is read again meanwhile", async () => {
  const data = { total: 120, changed: 120, unchanged: 0, refused: 0, outcomes: [] };
  const calls = serve(() => ({ body: { status: true, data } }));
  renderPage(<List />);
  fireEvent.click(screen.getByText("Read again"));
  await userEvent.type(screen.getByLabelText("Reason"), "Court order");
  await userEvent.click(screen.getByRole("button", { name: "Freeze 120 wallets" }));
  expect(await screen.findByText("120 wallets changed")).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual([
    { matching: { status: "ACTIVE" }, expected: 120, reason: "Court order" },
  ]);
});
