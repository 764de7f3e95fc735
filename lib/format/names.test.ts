import { expect, test } from "vitest";
import { countOf, formatPhone, initials, shortId } from "./names.ts";

test("IDs are shortened in the middle", () => {
  expect(shortId("01a1c0e3-7f6b-7a51-8c7f-00aa55e8601a")).toBe("01a1c0e3…601a");
  expect(shortId("2204510003")).toBe("2204510003");
});

test("Nigerian phone numbers are grouped, others stay unchanged", () => {
  expect(formatPhone("08000000142")).toBe("0800 000 0142");
  expect(formatPhone("+442071234567")).toBe("+442071234567");
});

test("initials keep diacritics", () => {
  expect(initials("Tólá", "Bánkọ́lé")).toBe("TB");
  expect(initials("Ọ́la", "")).toBe("Ọ́");
  expect(initials("ṣadé", "adé")).toBe("ṢA");
});

test("counts agree with their noun", () => {
  expect(countOf(1, "row")).toBe("1 row");
  expect(countOf(2184, "entry", "entries")).toBe("2,184 entries");
});
