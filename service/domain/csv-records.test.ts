import { expect, it } from "vitest";
import { csvLine } from "../../contract/csv-line.ts";
import { csvRecords } from "./csv-records.ts";

/** The records of a file that arrives in pieces of `size` bytes. */
async function read(file: string | Buffer, size = 7): Promise<string[][]> {
  const bytes = Buffer.from(file as string);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return all(csvRecords(pieces(), "file"));
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it("reads the header and the rows, however the bytes are cut", async () => {
  const text = 'first_name,note\r\nỌmọlará,"a, ""b""\r\nc"\r\nÀbẹ̀ní,\r\n';
  const records = [
    ["first_name", "note"],
    ["Ọmọlará", 'a, "b"\r\nc'],
    ["Àbẹ̀ní", ""],
  ];
  for (const size of [1, 2, 3, 64]) expect(await read(text, size)).toEqual(records);
});

it("takes LF, a byte order mark, empty lines, a last line without an end and rows of another length", async () => {
  expect(await read("\ufeffa,b\n\n1,2\n3\n\n4,5,6")).toEqual([["a", "b"], ["1", "2"], ["3"], ["4", "5", "6"]]);
});

it("takes off the apostrophe that our own files put before a formula", async () => {
  expect(await read(csvLine(["+2348012345678", "'quoted'", "-5"]))).toEqual([["+2348012345678", "'quoted'", "-5"]]);
});

it.each([
  ["a file that is not UTF-8", Buffer.from("a,b\nKl\xe9,1\n", "latin1"), "file is not UTF-8: save it as “CSV UTF-8”."],
  ["UTF-16", Buffer.from("\ufeffa,b\n1,2\n", "utf16le"), "file is not UTF-8: save it as “CSV UTF-8”."],
  ["UTF-8 that is cut", Buffer.from("a,b\nKlé", "utf8").subarray(0, -1), "file is not UTF-8: save it as “CSV UTF-8”."],
  ["a quote that does not close", 'a,b\n1,"2\n3,4\n', "file has a quote that does not close, opened before line"],
  ["a quote inside a plain cell", 'a,b\n1,2"3\n', "file has a quote in the wrong place at line 2."],
  ["text behind a closing quote", 'a,b\n"1"2,3\n', "file has a quote in the wrong place at line 2."],
  [
    "a cell without an end",
    `a,b\n1,${"x".repeat(200_000)}\n`,
    "file has a row of more than 100000 characters at line 2.",
  ],
  ["only commas", ",".repeat(300), "file has a row of more than 200 cells at line 1."],
  ["a row of commas", `a,b\n1,2\n${",".repeat(300)}`, "file has a row of more than 200 cells at line 3."],
  ["commas behind quoted ones", `a,b\n"${",".repeat(300)}"${",".repeat(300)}`, "more than 200 cells at line 2."],
  ["LF in the rows of a CRLF file", `a,b\r\n${`${",".repeat(99)}\n`.repeat(3)}`, "more than 200 cells at line 2."],
  ["CR in the rows of an LF file", `a,b\n${`${",".repeat(99)}\r`.repeat(3)}`, "more than 200 cells at line 2."],
  ["LF in the rows of a CR file", `a,b\r${`${",".repeat(99)}\n`.repeat(3)}`, "more than 200 cells at line 1."],
])("refuses %s", async (_what, file, message) => {
  await expect(read(file, 4_096)).rejects.toMatchObject({
    code: "validation_failed",
    message: expect.stringContaining(message),
  });
});

it("counts the cells of each row alone, with any line ending", async () => {
  const wide = Array.from({ length: 200 }, (_, at) => String(at));
  for (const lineEnd of ["\n", "\r\n", "\r"]) {
    const quoted = `"${",".repeat(300)}"${",".repeat(199)}`;
    const file = [wide.join(","), wide.join(","), quoted, wide.join(",")].join(lineEnd);
    for (const size of [1, 7, 4_096])
      expect((await read(file, size)).map((cells) => cells.length)).toEqual(wide.slice(0, 4).map(() => 200));
  }
});

it("hands on what its file throws, and ends the file when its reader stops", async () => {
  const broken = new Error("the line was cut");
  async function* cut() {
    yield Buffer.from("a,b\n1,2\n");
    throw broken;
  }
  await expect(all(csvRecords(cut(), "file"))).rejects.toBe(broken);

  let isEnded = false;
  async function* endless() {
    try {
      while (true) yield Buffer.from("a,b\n");
    } finally {
      isEnded = true;
    }
  }
  for await (const record of csvRecords(endless(), "file")) {
    expect(record).toEqual(["a", "b"]);
    break;
  }
  await expect.poll(() => isEnded).toBe(true);
});

it("lets other requests have their turn while a large piece is read", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    running = setImmediate(count);
  };
  let running = setImmediate(count);
  async function* file() {
    yield Buffer.from("a,b\n".repeat(5_000));
  }
  const turnOf: number[] = [];
  for await (const _ of csvRecords(file(), "file")) turnOf.push(turns);
  clearImmediate(running);
  const most = Math.max(...[...Map.groupBy(turnOf, (turn) => turn).values()].map((records) => records.length));
  expect(turnOf).toHaveLength(5_000);
  expect(most).toBeLessThanOrEqual(200);
});
