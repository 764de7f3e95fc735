import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine, withoutFormulaGuard } from "../../../contract/csv-line.ts";
import { csvRecords } from "../../../service/domain/csv-records.ts";
import { customerProblems } from "../rows/customer-rules.ts";
import { createCsvReader } from "./csv-reader.ts";
import { readShape } from "./read-file.ts";

function read(text: string, { delimiter = ",", cuts = [] as number[] } = {}): string[][] {
  const records: string[][] = [];
  const reader = createCsvReader(delimiter, (cells) => records.push(cells));
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    reader.push(text.slice(from, cut));
    from = cut;
  }
  reader.end();
  return records;
}

const cell = fc.string({
  unit: fc.constantFrom("a", "=", ",", ";", '"', "\r", "\n", "\t", " ", "\0", "'", "₦", "＝", "😀"),
});
const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

it("reads back what was written, wherever the chunks end", () => {
  fc.assert(
    fc.property(records, fc.array(fc.nat(), { maxLength: 6 }), (written, cuts) => {
      const got = read(written.map(csvLine).join(""), { cuts });
      // The guard is removed from every cell, so an apostrophe that the author wrote before a formula is lost too.
      expect(got.map((one) => one.map(withoutFormulaGuard))).toEqual(
        written.map((one) => one.map(withoutFormulaGuard)),
      );
    }),
    { numRuns: 3_000 },
  );
});

it("reads mixed line ends and skips empty lines", () => {
  expect(read("a,b\r\n1,2\n\r\n\n3,4\r5,6")).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]);
  expect(read('a;"b;c"\n"";x', { delimiter: ";" })).toEqual([
    ["a", "b;c"],
    ["", "x"],
  ]);
});

it.each([
  ["a quote in a plain cell", 'a,b\n1,2"3\n', "wrong place at line 2"],
  ["text behind a closing quote", 'a,b\n"1"2,3\n', "closing quote at line 2"],
  ["a quote that does not close", 'a,b\n1,"2\n', "doesn’t close"],
  ["a record without an end", `a,b\n1,${"x".repeat(200_000)}\n`, "100,000"],
  ["a quoted one", `a,b\n1,"${"x\n".repeat(200_000)}`, "100,000"],
])("refuses %s", (_what, text, message) => {
  for (const cuts of [[], [5], [9]]) expect(() => read(text, { cuts })).toThrow(message);
});

/** The service's records, or `null` if it refuses the text. */
async function readByService(text: string): Promise<string[][] | null> {
  async function* file() {
    yield Buffer.from(text);
  }
  const found: string[][] = [];
  try {
    for await (const record of csvRecords(file(), "file")) found.push(record);
    return found;
  } catch {
    return null;
  }
}

function readHere(text: string): string[][] | null {
  try {
    return read(text).map((one) => one.map(withoutFormulaGuard));
  } catch {
    return null;
  }
}

describe("the quote grammar", () => {
  it.each([
    'a,b\n"x",y\n',
    'a,b\n"x""y",z\n',
    'a,b\n"",z\n',
    'a,b\n""\n',
    'a,b\n"two\nlines",z\n',
    'a,b\n"x"',
    'a,b\n"x"y,z\n',
    'a,b\n"x" ,z\n',
    'a,b\n "x",z\n',
    'a,b\nx"y,z\n',
    'a,b\nx"\n',
    'a,b\n"""x"",z\n',
    'a,b\n"x\n',
    'a,b\n"\n',
    'a,b\n""""\n',
    'a,b\n"""\n',
  ])("of %j is the service's", async (text) => {
    expect(readHere(text)).toEqual(await readByService(text));
  });

  it("is the service's for any text, records and refusals alike", async () => {
    const unit = fc.constantFrom("a", ",", '"', '"', '""', ',"', '",', " ", "LINE");
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 24 }), fc.constantFrom("\n", "\r\n"), async (units, lineEnd) => {
        // The service detects one line end per file, so a text uses one.
        const text = `a,b${lineEnd}${units.join("").replaceAll("LINE", lineEnd)}`;
        expect(readHere(text)).toEqual(await readByService(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each([
  ["%PDF-1.4\n%x", "This is a PDF"],
  ["\u0001\u0002\u0003".repeat(9), "The file is not text"],
  ["PK\u0003\u0004", "This is a workbook or a ZIP archive"],
  ["GIF89a", "This is an image"],
])("names the kind of a file that is no text: %j", async (text, kind) => {
  await expect(readShape(new Blob([text]))).rejects.toThrow(kind);
});

it("refuses a birth date in the future, as the service does", () => {
  const row: Record<string, string> = {
    ...{ first_name: "Ada", last_name: "Eze", phone_number: "08012345678", bvn: "22212345678" },
    date_of_birth: "2026-11-23",
  };
  const problems = (today: string) => customerProblems((column) => row[column] ?? "", today);
  const text = "date_of_birth must not be in the future";
  expect(problems("2026-11-22")).toEqual([{ level: "error", column: "date_of_birth", text }]);
  expect(problems("2026-11-23")).toEqual([]);
});
