import { describe, expect, it } from "vitest";
import { type HostileFile, hostileMoneyFiles } from "../../../testing/csv/hostile-money-files.ts";
import { Failure } from "../../failure.ts";
import { type FileRow, readMoneyFile } from "./money-file.ts";

/** The file in pieces of this size, as a connection would bring it. */
async function* piecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield Buffer.from(bytes.subarray(from, from + size));
}

async function read(bytes: Uint8Array, size: number): Promise<FileRow[] | string> {
  try {
    const rows: FileRow[] = [];
    for await (const row of (await readMoneyFile(piecesOf(bytes, size))).rows) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

describe("a file with", () => {
  it.each(hostileMoneyFiles.map((file): [string, HostileFile] => [file.name, file]))("%s", async (_name, file) => {
    for (const size of file.bytes.length < 2_000 ? [1, 7, 65_536] : [65_536]) {
      const result = await read(file.bytes, size);
      if ("refused" in file) expect(result).toMatch(file.refused);
      else
        expect(verdictsOf(result)).toEqual(file.rows.map((reason) => (reason ? expect.stringMatching(reason) : null)));
    }
  });
});

function verdictsOf(result: FileRow[] | string): (string | null)[] | string {
  return typeof result === "string" ? result : result.map(({ reason }) => reason);
}

it("reads the cells as they came, and what they mean", async () => {
  const file = 'note,amount,accountNumber,reference,narration\n A ,500,2200000017, REF-0000000001 ,"two\nlines"\n';
  expect(await read(new TextEncoder().encode(file), 11)).toEqual([
    {
      row: 1,
      cells: [" A ", "500", "2200000017", " REF-0000000001 ", "two\nlines"],
      customerId: null,
      walletId: null,
      accountNumber: "2200000017",
      amount: 500n,
      reference: "REF-0000000001",
      narration: "two\nlines",
      note: "A",
      reason: null,
    },
  ]);
});
