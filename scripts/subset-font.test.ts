import { readFileSync, statSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const FILE = new URL("../app/fonts/inter.woff2", import.meta.url);
const MUST_SHOW = [..."₦ẹọṣẸỌṢịụṅɓɗƙƁƊƘẠạÀàÉéÌìÒòÙùǸǹ−→←…·"];

const tables = readTables(readFileSync(FILE));

describe("the dashboard's font", () => {
  test("is at most 70 kB", () => {
    expect(statSync(FILE).size).toBeLessThanOrEqual(70_000);
  });

  test.each([...MUST_SHOW, "\u0300", "\u0301", "\u0323"])("has %j", (letter) => {
    expect(glyphOf(table("cmap"), letter.codePointAt(0) ?? 0)).toBeGreaterThan(0);
  });

  test("lacks letters outside the subset", () => {
    expect(glyphOf(table("cmap"), 0x0416)).toBe(0);
  });

  test("varies in weight only, from 400 to 600", () => {
    const fvar = table("fvar");
    expect(fvar.readUInt16BE(8)).toBe(1);
    const axis = fvar.readUInt16BE(4);
    expect(fvar.toString("latin1", axis, axis + 4)).toBe("wght");
    expect(fvar.readInt32BE(axis + 4) / 65536).toBe(400);
    expect(fvar.readInt32BE(axis + 12) / 65536).toBe(600);
  });

  test("has tabular figures and mark positioning", () => {
    expect(table("GSUB").includes("tnum")).toBe(true);
    expect(table("GPOS").includes("mark")).toBe(true);
  });
});

function table(tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`the font has no table ${tag}`);
  return found;
}

/** Tables of a WOFF2 file, which has a packed directory followed by one brotli stream. */
function readTables(file: Buffer): Map<string, Buffer> {
  const known = [
    "cmap",
    "head",
    "hhea",
    "hmtx",
    "maxp",
    "name",
    "OS/2",
    "post",
    "cvt ",
    "fpgm",
    "glyf",
    "loca",
    "prep",
  ];
  const rest = ["CFF ", "VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea", "vmtx", "BASE"];
  const more = ["GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH", "CBDT", "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt"];
  const last = ["avar", "bdat", "bloc", "bsln", "cvar", "fdsc", "feat", "fmtx", "fvar", "gvar"];
  const tags = [...known, ...rest, ...more, ...last];
  let at = 48;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const directory = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++);
    const isNamed = (flags & 63) === 63;
    const tag = isNamed ? file.toString("latin1", at, at + 4) : (tags[flags & 63] ?? "");
    if (isNamed) at += 4;
    const original = number();
    const isTransformed = tag === "glyf" || tag === "loca" ? flags >> 6 !== 3 : flags >> 6 !== 0;
    return { tag, length: isTransformed ? number() : original };
  });
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const found = new Map<string, Buffer>();
  let offset = 0;
  for (const { tag, length } of directory) {
    found.set(tag, data.subarray(offset, offset + length));
    offset += length;
  }
  return found;
}

function glyphOf(cmap: Buffer, point: number): number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const offset = subtables.find((start) => cmap.readUInt16BE(start) === 4);
  if (offset === undefined) throw new Error("the font has no character map of format 4");
  const segments = cmap.readUInt16BE(offset + 6);
  const at = (part: number, index: number) => offset + 14 + part * segments + (part > 0 ? 2 : 0) + index;
  for (let index = 0; index < segments; index += 2) {
    const start = cmap.readUInt16BE(at(1, index));
    if (point > cmap.readUInt16BE(at(0, index)) || point < start) continue;
    const delta = cmap.readUInt16BE(at(2, index));
    const range = cmap.readUInt16BE(at(3, index));
    const glyph = range === 0 ? point : cmap.readUInt16BE(at(3, index) + range + 2 * (point - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
