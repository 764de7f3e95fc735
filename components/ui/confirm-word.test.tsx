import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmWord, useConfirmWord } from "./confirm-word.tsx";

afterEach(cleanup);

function Form({ word, onDone, problem }: { word: string; onDone: () => void; problem?: string }) {
  const confirmation = useConfirmWord(word);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmation.check()) onDone();
      }}
    >
      <ConfirmWord confirmation={confirmation} {...(problem && { problem })} />
      <button type="submit">Go</button>
    </form>
  );
}

test("nothing happens before the word is typed; another word stays in the field, with a message", async () => {
  const onDone = vi.fn();
  render(<Form word="FREEZE" onDone={onDone} />);
  const field = screen.getByLabelText("Type FREEZE to confirm");
  await userEvent.type(field, "freez");
  expect(screen.queryByText("Type the word FREEZE.")).toBeNull();
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByText("Type the word FREEZE.")).toBeDefined();
  expect(field).toHaveProperty("value", "freez");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field, "e {Enter}");
  expect(onDone).toHaveBeenCalledOnce();
  expect(screen.queryByText("Type the word FREEZE.")).toBeNull();
});

test("a text that is no word has its own message", async () => {
  render(<Form word="ada@demo.example" onDone={() => undefined} problem="This is not their e-mail." />);
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByText("This is not their e-mail.")).toBeDefined();
});
