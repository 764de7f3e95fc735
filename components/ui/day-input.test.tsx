import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { DayInput } from "./day-input.tsx";

afterEach(cleanup);

test("a date reads day first, is reported once it is complete, and an incomplete one is discarded", async () => {
  const onDay = vi.fn();
  render(<DayInput label="From" value="2026-11-02" problemId={undefined} onDay={onDay} />);
  const input = screen.getByLabelText<HTMLInputElement>("From");
  expect(input.value).toBe("02/11/2026");
  await userEvent.clear(input);
  await userEvent.type(input, "19/11/20");
  expect(onDay.mock.calls).toEqual([[null]]);
  await userEvent.type(input, "26");
  expect(onDay).toHaveBeenLastCalledWith("2026-11-19");
  await userEvent.clear(input);
  await userEvent.type(input, "11/19/2026");
  await userEvent.tab();
  expect(input.value).toBe("02/11/2026");
});

test("the browser's calendar opens from a button that the keyboard reaches", async () => {
  const showPicker = vi.fn();
  HTMLInputElement.prototype.showPicker = showPicker;
  render(<DayInput label="From" value="" problemId={undefined} onDay={vi.fn()} />);
  expect(screen.getByLabelText<HTMLInputElement>("From").placeholder).toBe("dd/mm/yyyy");
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(showPicker).toHaveBeenCalledOnce();
});
