import { describe, expect, test } from "vitest";
import { findLostRules } from "./check-find-your-way.ts";

const PAGE = "docs/find-your-way.md";
const HEAD = ["# Find your way", "", "| Rule | Section | File | Test |", "| --- | --- | --- | --- |"];
const GOOD = "| A rule. | Spec 4.2 | `service/rule.ts` | `service/rule.test.ts` |";
const known = {
  readme: `[rules](${PAGE})`,
  pages: { spec: ["4", "4.2"], webhooks: ["8"] },
  has: (path: string) => ["service/rule.ts", "service/rule.test.ts"].includes(path),
};

function messagesOf(rows: string[], repository = known): string[] {
  const page = { path: PAGE, text: [...HEAD, ...rows].join("\n") };
  return findLostRules(page, repository).map(({ message }) => message);
}

describe("the page of rules", () => {
  const good = Array.from({ length: 12 }, () => GOOD);

  test("passes when each of twelve rules has a section, a file and a test, and the README links the page", () => {
    expect(messagesOf(good)).toEqual([]);
  });

  test.each([
    ["Spec 4.2", "Spec 4.99", "no such section: Spec 4.99"],
    ["Spec 4.2", "Card 4.2", "no such section: Card 4.2"],
    ["Spec 4.2", "", "no such section: "],
    ["`service/rule.ts`", "`service/gone.ts`", "path does not exist: `service/gone.ts`"],
    ["`service/rule.test.ts`", "`service/gone.test.ts`", "path does not exist: `service/gone.test.ts`"],
    ["`service/rule.ts`", "`service/rule.test.ts`", "wrong kind of file: `service/rule.test.ts`"],
    ["`service/rule.test.ts`", "`service/rule.ts`", "wrong kind of file: `service/rule.ts`"],
    ["`service/rule.test.ts`", "", "wrong kind of file: "],
    ["| A rule. ", "", "has 3 columns, needs 4"],
  ])("refuses a row in which %j becomes %j", (part, planted, message) => {
    const bad = GOOD.replace(part, () => planted);
    expect(messagesOf([...good, bad])).toEqual([message]);
  });

  test("refuses fewer than twelve rules", () => {
    expect(messagesOf(good.slice(1))).toEqual(["has 11 rules, needs at least 12"]);
  });

  test("refuses a README that does not link it", () => {
    expect(messagesOf(good, { ...known, readme: "" })).toEqual([`does not link ${PAGE}`]);
  });

  test("names the line of a broken row", () => {
    const text = [...HEAD, ...good, GOOD.replace("4.2", "9")].join("\n");
    expect(findLostRules({ path: PAGE, text }, known)).toMatchObject([{ path: PAGE, line: 17 }]);
  });
});
