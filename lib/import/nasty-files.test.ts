import { describe, expect, it } from "vitest";
import { readMoneyFile } from "../../service/domain/batches/upload/money-file.ts";
import { readHeader } from "../../service/domain/wallets/imports/import-header.ts";
import { readRow } from "../../service/domain/wallets/imports/import-row.ts";
import { hostileCustomerFiles } from "../../service/testing/csv/hostile-customer-files.ts";
import { hostileMoneyFiles } from "../../service/testing/csv/hostile-money-files.ts";
import { checkFile } from "./check-file.ts";
import { createCsvReader } from "./csv/csv-reader.ts";
import { FileProblem } from "./csv/file-problem.ts";
import { readShape } from "./csv/read-file.ts";
import { writeReadyRows } from "./outputs/outputs.ts";
import { guessMapping, type ImportKind, neededColumns, type Unit } from "./rows/columns.ts";

const NOW = new Date("2026-11-21T12:00:00Z");

async function check(bytes: Uint8Array, kind: ImportKind = "credit", unit: Unit = "kobo") {
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const shape = await readShape(file);
  const mapping = guessMapping(kind, shape.header);
  const isLacking = neededColumns(kind).some((group) => group.every((column) => mapping[column] === undefined));
  if (isLacking) throw new FileProblem("A column is missing.");
  return (await checkFile({ file, shape, plan: { kind, mapping, unit, now: NOW } })).sheet;
}

async function readByService(file: Blob) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const rows = [];
  async function* once() {
    yield bytes;
  }
  for await (const row of (await readMoneyFile(once())).rows) rows.push(row);
  return rows;
}

/** Files that the service refuses and the wizard repairs by rewriting them in the service's format. */
const REPAIRED = [
  "a header in the wrong case",
  "a header with spaces around a name",
  "semicolons",
  "tabs",
  "UTF-16, little end first",
  "UTF-16, big end first",
  "Windows-1252",
  "the amount's column twice",
  "a letter cut in half at the end",
  "a NUL in the header",
];

describe("hostile payment files", () => {
  it("are at least forty", () => expect(hostileMoneyFiles.length).toBeGreaterThanOrEqual(40));

  it.each(hostileMoneyFiles.filter((file) => "rows" in file))(
    "$name: every row gets the service's result",
    async (file) => {
      const sheet = await check(file.bytes);
      const verdicts = Array.from({ length: sheet.rows() }, (_, index) =>
        sheet.problemsOf(index + 1).some(({ level }) => level === "error"),
      );
      expect(verdicts).toEqual("rows" in file && file.rows.map((reason) => reason !== null));
    },
  );

  it.each(hostileMoneyFiles.filter((file) => "refused" in file && !REPAIRED.includes(file.name)))(
    "$name: refused, as by the service",
    async ({ bytes }) => {
      await expect(check(bytes)).rejects.toBeInstanceOf(FileProblem);
    },
  );

  it.each(hostileMoneyFiles.filter((file) => "rows" in file || REPAIRED.includes(file.name)))(
    "$name: the service accepts every row that is sent",
    async ({ bytes }) => {
      const sheet = await check(bytes);
      const ready = Array.from({ length: sheet.rows() }, (_, index) => index + 1).filter(sheet.isReady);
      if (ready.length === 0) return;
      const rows = await readByService(writeReadyRows(sheet, { now: NOW, salt: "" }));
      expect(rows.map(({ reason }) => reason)).toEqual(ready.map(() => null));
      expect(rows.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)).toBe(sheet.counts().total);
    },
  );
});

/** The service's reason against each row of a customer file; null for an accepted row. */
async function checkByService(file: Blob): Promise<(string | null)[]> {
  const records: string[][] = [];
  const reader = createCsvReader(",", (cells) => records.push(cells));
  reader.push(await file.text());
  reader.end();
  const { columns, positions } = readHeader(records.shift());
  const hidden = { hide: (_: string, cell: string) => cell, reveal: (cell: string) => cell };
  return records.map((cells) => {
    const read = readRow(
      columns,
      positions.map((position) => cells[position] ?? ""),
      hidden,
    );
    return "reason" in read ? read.reason : null;
  });
}

/** Only the service can open a sealed number. */
const SEALED = "a number sealed by somebody else";

const REPAIRED_CUSTOMERS = [
  "a header in capitals",
  "a space in a header",
  "semicolons",
  "tabs",
  "the same column twice",
  "Latin-1",
];

describe("hostile customer files", () => {
  it.each(hostileCustomerFiles.filter((file) => "rows" in file && file.name !== SEALED))(
    "$name: every row gets the service's result",
    async (file) => {
      const sheet = await check(file.bytes, "create");
      const verdicts = Array.from({ length: sheet.rows() }, (_, index) =>
        sheet.problemsOf(index + 1).some(({ level }) => level === "error"),
      );
      expect(verdicts).toEqual("rows" in file && file.rows.map((reason) => reason !== null));
    },
  );

  it.each(hostileCustomerFiles.filter((file) => "refused" in file && !REPAIRED_CUSTOMERS.includes(file.name)))(
    "$name: refused, as by the service",
    async ({ bytes }) => {
      await expect(check(bytes, "create")).rejects.toBeInstanceOf(FileProblem);
    },
  );

  it.each(hostileCustomerFiles.filter(({ name }) => REPAIRED_CUSTOMERS.includes(name)))(
    "$name: read, and written in a form the service accepts",
    async ({ bytes }) => {
      const sheet = await check(bytes, "create");
      const ready = Array.from({ length: sheet.rows() }, (_, index) => index + 1).filter(sheet.isReady);
      const reasons = await checkByService(writeReadyRows(sheet, { now: NOW, salt: "" }));
      expect(reasons).toEqual(ready.map(() => null));
    },
  );
});
