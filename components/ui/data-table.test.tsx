import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DataTable, type TableColumn, TableSkeleton } from "./data-table.tsx";

type Row = { id: string; name: string; amount: string };
const columns: TableColumn<Row>[] = [
  { id: "name", header: "Name", cell: ({ row }) => row.original.name, meta: { skeletonWidth: "w-40" } },
  { id: "amount", header: "Amount", cell: ({ row }) => row.original.amount, meta: { align: "end", hides: "phone" } },
];
const rows: Row[] = [
  { id: "b", name: "Ngọzi", amount: "₦2.00" },
  { id: "a", name: "Ṣọlá", amount: "₦1.00" },
];

afterEach(cleanup);

test("renders the given rows and headings in a named table", () => {
  render(<DataTable caption="People" columns={columns} rows={rows} getRowId={(row) => row.id} />);
  const table = screen.getByRole("table", { name: "People" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Name", "Amount"]);
  const [, ...lines] = within(table).getAllByRole("row");
  expect(
    lines.map((line) =>
      within(line)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ["Ngọzi", "₦2.00"],
    ["Ṣọlá", "₦1.00"],
  ]);
});

test("aligns figures and their headings to the right", () => {
  render(<DataTable caption="People" columns={columns} rows={rows} getRowId={(row) => row.id} />);
  expect(screen.getByRole("columnheader", { name: "Amount" }).className).toContain("text-right");
  expect(screen.getByRole("cell", { name: "₦2.00" }).className).toContain("text-right");
});

test("replaces rows without remounting the table", () => {
  const { rerender } = render(<DataTable caption="People" columns={columns} rows={rows} getRowId={(row) => row.id} />);
  const table = screen.getByRole("table");
  rerender(<DataTable caption="People" columns={columns} rows={rows.slice(1)} getRowId={(row) => row.id} />);
  expect(screen.getByRole("table")).toBe(table);
  expect(screen.getAllByRole("row")).toHaveLength(2);
});

test("a skeleton has the same headings and eight rows", () => {
  render(<TableSkeleton columns={columns} label="Loading people" />);
  const table = screen.getByRole("table", { name: "Loading people" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((head) => head.textContent),
  ).toEqual(["Name", "Amount"]);
  expect(within(table).getAllByRole("row")).toHaveLength(9);
});
