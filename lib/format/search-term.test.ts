import { expect, test } from "vitest";
import { readSearchTerm } from "./search-term.ts";

test.each([
  ["2204510003", { kind: "account", accountNumber: "2204510003" }],
  [" 220-451-0003 ", { kind: "account", accountNumber: "2204510003" }],
  ["220\u200b451 0003\ufeff", { kind: "account", accountNumber: "2204510003" }],
  ["220–451–0003", { kind: "account", accountNumber: "2204510003" }],
  [
    " 01A1C0E3-7f6b-7a51-8c7f-00aa55e8601a\u200b",
    { kind: "customer", customerId: "01a1c0e3-7f6b-7a51-8c7f-00aa55e8601a" },
  ],
  ["22123456789", { kind: "identity" }],
  ["2212 345 6789", { kind: "identity" }],
  ["08031234567", { kind: "phone" }],
  ["+2348031234567", { kind: "phone" }],
  ["220451000", { kind: "other" }],
  ["Ọláwálé", { kind: "text" }],
  ["bọ́", { kind: "text" }],
  ["ola@mail.example", { kind: "text" }],
  ["Ọlá 222 1234 5678", { kind: "identity" }],
  ["a", { kind: "other" }],
  ["2221234567a", { kind: "other" }],
  ["  \u200b", { kind: "empty" }],
])("%j is classified as %j", (text, term) => {
  expect(readSearchTerm(text)).toEqual(term);
});
