import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fieldProblems } from "../../../contract/texts/field-problems.ts";
import { Failure } from "../../domain/failure.ts";

/** Larger bodies are parsed and checked in slices, between which other requests get their turn. API 1, decision 0085. */
export const LARGE_BODY_BYTES = 65_536;

const SCANNED_BYTES = 262_144;
const GROUP_BYTES = 32_768;
const GROUP_VALUES = 5_000;
const VALUES_MAX = 5_000;
/** 5,000 items, the most of a batch, with a dozen fields each. */
const LIST_VALUES_MAX = 150_000;
const DEPTH_MAX = 64;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The body's list, or the longest list directly in its object: positions of its brackets and of the commas between groups of items. */
type List = { open: number; close: number; cuts: number[] };

/** The place of a body's longest list: the field's name, or nothing where the body itself is the list. */
export type ListPath = readonly [] | readonly [string];

/** A parsed large body. `list` is the place of its longest list, which is the only part that may have many items. */
export type LargeBody = { value: unknown; list: ListPath | null };

/**
 * Parses a large JSON body as `JSON.parse` does, group by group of the items of its longest list.
 * @throws `malformed_json`, also for invalid UTF-8; `validation_failed` for a body that is too wide or deep for one slice
 */
export async function parseLargeJson(body: Buffer): Promise<LargeBody> {
  const list = await findLongestList(body);
  if (!list) return { value: parse(body), list: null };
  const token = randomBytes(16).toString("hex");
  const skeleton = parse(
    Buffer.concat([body.subarray(0, list.open + 1), Buffer.from(`"${token}"`), body.subarray(list.close)]),
  ) as Record<string, unknown>;
  const items = await parseItems(body, list);
  if (isPlaceholder(skeleton, token)) return { value: items, list: [] };
  // A later field of the same name replaces the list, as in JSON.parse.
  const name = Object.keys(skeleton).find((key) => isPlaceholder(skeleton[key], token));
  if (name === undefined) return { value: skeleton, list: null };
  // An assignment to `__proto__` would not make a field.
  Object.defineProperty(skeleton, name, { value: items, writable: true, enumerable: true, configurable: true });
  return { value: skeleton, list: [name] };
}

function isPlaceholder(value: unknown, token: string): boolean {
  return Array.isArray(value) && value[0] === token;
}

async function parseItems(body: Buffer, { open, close, cuts }: List): Promise<unknown[]> {
  const items: unknown[] = [];
  const ends = [...cuts, close];
  let from = open + 1;
  for (const end of ends) {
    const group = decode(body.subarray(from, end));
    // Between two commas there must be an item; an empty list is one empty group.
    if (ends.length > 1 && group.trim() === "") throw new Failure("malformed_json");
    for (const item of parseText(`[${group}]`) as unknown[]) items.push(item);
    from = end + 1;
    await nextTurn();
  }
  return items;
}

/** Scans the structure of the body, without checking its syntax. @throws `validation_failed` */
async function findLongestList(body: Buffer): Promise<List | null> {
  const scanner = createScanner();
  for (let from = 0; from < body.length; from += SCANNED_BYTES) {
    const to = Math.min(from + SCANNED_BYTES, body.length);
    for (let at = from; at < to; at += 1) scanner.read(body[at] ?? 0, at);
    await nextTurn();
  }
  return scanner.finish();
}

function createScanner() {
  let longest: List | null = null;
  let list: List | null = null;
  let isInText = false;
  let isEscaped = false;
  let depth = 0;
  // The depth within a list that is parsed in groups: 1 for the body's own, 2 for a field of its object.
  let listDepth = 0;
  // Values outside the list, in the current item, and in the current group of items.
  let [outside, inItem, inGroup, inList] = [0, 0, 0, 0];
  let outsideOfLongest = 0;
  let groupFrom = 0;

  function count(): void {
    if (!list) {
      outside += 1;
      return;
    }
    inItem += 1;
    inGroup += 1;
    inList += 1;
    if (inItem > VALUES_MAX) throw tooWide();
    if (inList > LIST_VALUES_MAX) throw refused(fieldProblems.tooLongList(LIST_VALUES_MAX));
  }
  function open(byte: number, at: number): void {
    count();
    depth += 1;
    if (depth > DEPTH_MAX) throw refused(fieldProblems.tooDeep(DEPTH_MAX));
    if (depth === 1) listDepth = byte === OPEN_LIST ? 1 : 2;
    if (depth === listDepth && byte === OPEN_LIST) {
      list = { open: at, close: at, cuts: [] };
      [inItem, inGroup, inList, groupFrom] = [0, 0, 0, at];
    }
  }
  function close(at: number): void {
    depth -= 1;
    if (depth !== listDepth - 1 || !list) return;
    list.close = at;
    // Only the longest list is parsed in groups; the values of the others count as the rest of the body.
    if (!longest || list.close - list.open > longest.close - longest.open) {
      outside += outsideOfLongest;
      [longest, outsideOfLongest] = [list, inList];
    } else outside += inList;
    list = null;
  }
  function comma(at: number): void {
    count();
    if (!list || depth !== listDepth) return;
    inItem = 0;
    if (at - groupFrom < GROUP_BYTES && inGroup < GROUP_VALUES) return;
    list.cuts.push(at);
    [inGroup, groupFrom] = [0, at];
  }
  function readText(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isInText = false;
  }
  function readStructure(byte: number, at: number): void {
    if (byte === QUOTE) isInText = true;
    else if (byte === COMMA) comma(at);
    else if (byte === COLON) count();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open(byte, at);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) close(at);
  }
  return {
    read: (byte: number, at: number) => (isInText ? readText(byte) : readStructure(byte, at)),
    finish(): List | null {
      if (outside > VALUES_MAX) throw tooWide();
      return longest;
    },
  };
}

function tooWide(): Failure {
  return refused(fieldProblems.tooManyValues(VALUES_MAX));
}

function refused(message: string): Failure {
  return new Failure("validation_failed", { message: `body ${message}.`, errors: [{ field: "body", message }] });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** A byte order mark within the body is not JSON. */
const utf8Inside = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer, decoder = utf8Inside): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Failure("malformed_json");
  }
}

function parse(bytes: Buffer): unknown {
  return parseText(decode(bytes, utf8));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure("malformed_json");
  }
}
