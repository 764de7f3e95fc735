import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AREAS, actionText, factName } from "./audit-words.ts";

test("every action that the service records belongs to a filter area", () => {
  const nouns = readdirSync("service/domain", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(`service/domain/${name}`, "utf8"))
    .flatMap((source) => [...source.matchAll(/action: [^"`\n]*["`]([a-z_]+)\./g)].map(([, noun]) => noun ?? ""));
  expect(nouns.length).toBeGreaterThan(60);
  const areas: readonly string[] = AREAS.map(({ value }) => value);
  expect([...new Set(nouns)].filter((noun) => !areas.includes(noun))).toEqual([]);
});

test("names of facts are words, with abbreviations in capitals", () => {
  expect(["approvalLimit", "vat", "customer_id", "bvnVerifiedAt"].map(factName)).toEqual([
    "Approval limit",
    "VAT",
    "Customer ID",
    "BVN verified at",
  ]);
  expect(actionText("card.pin_read")).toBe("Card: PIN read");
});
