import { expect, it } from "vitest";
import { createRowCounter } from "./count-rows.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("counts rows across chunks and ignores line breaks in quotes", () => {
  const count = createRowCounter();
  expect(count(bytes(""))).toBe(0);
  expect(count(bytes("id,reason\r\n"))).toBe(0);
  expect(count(bytes('1,"two\r\nlines ""and'))).toBe(0);
  expect(count(bytes(' quotes"""\r\n2,plain\r\n'))).toBe(2);
});
