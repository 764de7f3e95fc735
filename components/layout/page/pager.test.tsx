import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Pager } from "./pager.tsx";

const second = { page: 2, perPage: 20, totalRecords: 2_184, totalPages: 110 };

afterEach(cleanup);

test("shows the range of rows and their age, and links to the neighbouring pages", () => {
  const onPage = vi.fn();
  render(
    <Pager metadata={second} total="2,184 wallets" onPage={onPage}>
      as of 14:02:11
    </Pager>,
  );
  expect(screen.getByRole("navigation").textContent).toContain("21–40 of 2,184 wallets · as of 14:02:11");
  screen.getByRole("button", { name: "Newer" }).click();
  screen.getByRole("button", { name: "Older" }).click();
  expect(onPage.mock.calls).toEqual([[1], [3]]);
});

test("marks a capped total and says how to see the rest", () => {
  const capped = { ...second, totalIsCapped: true };
  render(<Pager metadata={capped} total="2,184 lines" narrow="narrow the days" onPage={vi.fn()} />);
  expect(screen.getByRole("navigation").textContent).toContain(
    "of more than 2,184 lines; narrow the days to see the rest",
  );
});

test("links neither before the first page nor past the last readable page", () => {
  const onPage = vi.fn();
  const { rerender } = render(<Pager metadata={{ ...second, page: 1 }} total="2,184 rows" onPage={onPage} />);
  screen.getByRole("button", { name: "Newer" }).click();
  rerender(<Pager metadata={{ ...second, page: 110 }} total="2,184 rows" onPage={onPage} />);
  screen.getByRole("button", { name: "Older" }).click();
  rerender(<Pager metadata={second} isEnd total="2,184 rows" onPage={onPage} />);
  screen.getByRole("button", { name: "Older" }).click();
  expect(onPage).not.toHaveBeenCalled();
});

test("shows no links when there is only one page", () => {
  render(<Pager metadata={{ page: 1, perPage: 20, totalRecords: 3, totalPages: 1 }} total="3 rows" onPage={vi.fn()} />);
  expect(screen.getByRole("navigation").textContent).toBe("1–3 of 3 rows");
});
