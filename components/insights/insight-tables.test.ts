import { expect, test } from "vitest";
import { cellText, tablesCsv } from "./insight-tables.ts";

const table = {
  heads: ["Kind", "Amount", "Count", "Share"],
  rows: [
    { name: "Credits, all", cells: [{ kobo: 1_234_567 }, { count: 1_200 }, { percent: 12.345 }] },
    { name: "=cmd()", cells: [{ kobo: -5 }, { count: 0 }, { percent: null }] },
  ],
};

test("the file has every table with its title, and numbers that a spreadsheet adds up", () => {
  expect(
    tablesCsv([
      { title: "Volume by kind", table },
      { title: "Again", table },
    ]),
  ).toBe(
    [
      "Volume by kind\r\nKind,Amount,Count,Share\r\n",
      `"Credits, all",12345.67,1200,12.35\r\n'=cmd(),-0.05,0,\r\n\r\n`,
      `Again\r\nKind,Amount,Count,Share\r\n"Credits, all",12345.67,1200,12.35\r\n'=cmd(),-0.05,0,\r\n`,
    ].join(""),
  );
});

test("the screen groups thousands and shows kobo", () => {
  expect(table.rows[0]?.cells.map(cellText)).toEqual(["₦12,345.67", "1,200", "12.3%"]);
  expect(cellText({ percent: null })).toBe("–");
});

test("a rate below 100 percent never rounds up to it", () => {
  const cells = [4_999 / 5_000, 199_999 / 200_000, 1, 1.25].map((rate) => ({ percent: rate * 100 }));
  expect(cells.map(cellText)).toEqual(["99.9%", "99.9%", "100.0%", "125.0%"]);
  expect(tablesCsv([{ title: "Rates", table: { heads: ["Day"], rows: [{ name: "All", cells }] } }])).toContain(
    "All,99.98,99.99,100,125\r\n",
  );
});
