import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DayInput } from "./day-input.tsx";

afterEach(cleanup);

test("a date is reported once its year is complete, and an incomplete one is discarded", () => {
  const onDay = vi.fn();
  render(<DayInput label="From" value="2026-11-02" problemId={undefined} onDay={onDay} />);
  const input = screen.getByLabelText<HTMLInputElement>("From");
  for (const value of ["0002-11-19", "0020-11-19", "0202-11-19"]) {
    fireEvent.change(input, { target: { value } });
    expect(input.value).toBe(value);
  }
  fireEvent.blur(input);
  expect(input.value).toBe("2026-11-02");
  expect(onDay).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: "2026-11-19" } });
  fireEvent.change(input, { target: { value: "" } });
  expect(onDay.mock.calls).toEqual([["2026-11-19"], [null]]);
});
