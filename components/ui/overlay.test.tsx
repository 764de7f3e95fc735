import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Modal, Sheet } from "./overlay.tsx";

afterEach(cleanup);

function Page({ kind: Kind, openAtOnce = false }: { kind: typeof Sheet; openAtOnce?: boolean }) {
  const [isOpen, setIsOpen] = useState(openAtOnce);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Kind title="Fill me in" isOpen={isOpen} onOpenChange={setIsOpen}>
        <label>
          Name <input />
        </label>
      </Kind>
    </main>
  );
}

test.each([
  ["sheet", Sheet],
  ["modal", Modal],
])("a %s focuses its first field and returns focus to its opener", async (_, kind) => {
  render(<Page kind={kind} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByRole("dialog", { name: "Fill me in" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("button", { name: "Open" }));
});

test("without an opener, focus returns to the content", async () => {
  render(<Page kind={Sheet} openAtOnce />);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.activeElement?.id).toBe("main");
});
