import { describe, expect, test } from "vitest";
import { findStalePaths, type Repository } from "./check-docs.ts";
import { type Citable, findBadCitations, headingNumbers } from "./citations.ts";
import { proseOf } from "./comment-text.ts";

const citable: Citable = {
  pages: {
    spec: ["1", "2.3", "4", "4.1", "4.18", "4.19", "7"],
    api: ["1", "4", "5"],
    wire: ["1.3"],
    ledger: ["2"],
    webhooks: ["7", "8"],
    dashboard: ["5.2", "9"],
  },
  decisions: ["0036", "0042"],
};
const problemsIn = (text: string, path = "service/domain/wallets/controls/freeze-wallet.ts") =>
  findBadCitations([{ path, text }], citable);
const inComment = (text: string) => problemsIn(`/** ${text} */\nconst a = 1;\n`);

describe("citations", () => {
  test.each([
    "Spec 4.18",
    "spec 4.1, api 5",
    "Freezes a wallet. Spec 4.18, 4.19, 7.",
    "The order of api 4, the ceiling last.",
    "API 4 and 5. Wire 1.3; Ledger 2, dashboard 5.2.",
    "Spec 4.18 to 4.19 (webhooks 8, claim 3).",
    "Webhooks 7 and 8, rules 1, 2.",
    "Decision 0042.",
    "Decisions 0036 and 0042 (0036).",
    "Spec\n * 4.18, api\n * 5.",
  ])("%j resolves", (text) => {
    expect(inComment(text)).toEqual([]);
  });

  test.each([
    ["Spec 4.99", "no heading 4.99 in docs/spec/specification.md: Spec 4.99"],
    ["spec 4.1, api 12", "no heading 12 in docs/spec/api.md: api 12"],
    ["Spec 4.18, 4.20", "no heading 4.20 in docs/spec/specification.md: Spec 4.18, 4.20"],
    ["Webhooks 7 and 9", "no heading 9 in docs/spec/webhooks.md: Webhooks 7 and 9"],
    ["Api 4\n * to 8", "no heading 8 in docs/spec/api.md: Api 4 to 8"],
    ["Decision 0099", "no such decision: 0099 (a file of docs/decisions begins with its four digits)"],
    ["Decision 42", "no such decision: 42 (a file of docs/decisions begins with its four digits)"],
    ["As it was before (0037).", "no such decision: 0037 (a file of docs/decisions begins with its four digits)"],
  ])("%j does not resolve", (text, message) => {
    expect(inComment(text)).toMatchObject([{ message }]);
  });

  test.each([
    "House 9",
    "wire facts 4.20",
    "Spec 4.18, wire\n * facts 5",
    "Stack 3",
    "issue 11",
    "Issue #11",
    "See page 5.",
    "Page 5.",
    "Starts anew (page 3).",
    "As page 5.6 says.",
    "page 12 of the design",
    "See the house page.",
    "the design pages",
    "Spec §4",
    "drawn in design/card.html",
    "see shared/api.md",
    "see wire-facts.md",
  ])("%j is refused, as it is outside the repository", (text) => {
    const problems = inComment(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(message).toMatch(/^(cites something outside|no heading)/);
  });

  test.each([
    "A changed filter starts at page 1 again.",
    "A changed filter starts at\n * page 1. The address keeps it.",
    "The page 3 of 20 is the last; page 500 of 100 is the deepest. Page 2 shows the rest.",
    "The dashboard 50% of the time, 3 apis, a house with 9 rooms.",
    "Waits for api 2,500 ms; the ledger 12% less.",
    "the shared folder, by design",
    "components/shared/list.ts",
    "Tested in service/design/plan.test.ts",
  ])("%j cites nothing", (text) => {
    expect(inComment(text)).toEqual([]);
  });

  test("count in comments of every kind of source, and nowhere in code or strings", () => {
    const planted = "House 9";
    expect(problemsIn(`-- ${planted}\nselect 1;`, "service/db/migrations/0001-a.sql")).toMatchObject([{ line: 1 }]);
    expect(problemsIn(`a {}\n/* ${planted} */`, "app/globals.css")).toMatchObject([{ line: 2 }]);
    expect(problemsIn(`echo a # ${planted}`, ".ci/run")).toHaveLength(1);
    expect(problemsIn(`module.exports = {}; // ${planted}`, ".dependency-cruiser.cjs")).toHaveLength(1);
    expect(problemsIn(`{/* ${planted} */}`, "components/a.tsx")).toHaveLength(1);
    expect(problemsIn(`It holds.\n\n${planted}.`, "docs/operations.md")).toMatchObject([{ line: 3 }]);
    expect(problemsIn(`test("${planted}", () => {});\nconst page = 5; const issue = "issue 3";`)).toEqual([]);
    expect(problemsIn(`\`\`\`\n${planted}\n\`\`\``, "README.md")).toEqual([]);
  });

  test("count in the contract's source fields", () => {
    const path = "contract/wallets.ts";
    expect(problemsIn('  source: "spec 4.18, api 5",', path)).toEqual([]);
    expect(problemsIn('  source: "spec 4.18, wire facts 5",', path)).toHaveLength(1);
    expect(problemsIn('  source: "spec 4.18, api 6",', path)).toMatchObject([{ line: 1 }]);
  });

  test("resolve to the numbered headings of a page", () => {
    expect(
      headingNumbers("# Title\n\n## 4 Endpoints\n\n### 4.18 Transfer\n\n## Marks\n\n## 5. Events\n\n4.2 text"),
    ).toEqual(["4", "4.18", "5"]);
  });
});

describe("the prose of a script", () => {
  const prose = (text: string) => proseOf({ path: "a.tsx", text }).trim().replace(/\s+/g, " ");

  test("is its comments, without strings, templates, expressions and JSX text", () => {
    expect(prose("const a = '// no'; // yes")).toBe("yes");
    expect(prose('const a = "https://example.test"; /* yes */')).toBe("yes");
    expect(prose("const a = `// no $\u007bb(`/* no */`) /* yes */} // no`; // also")).toBe("yes also");
    expect(prose("const quote = /[`'\"/]/; // yes")).toBe("yes");
    expect(prose("const half = a / b; // yes\nconst part = (c) / 2; // also")).toBe("yes also");
    expect(prose("<p>It's</p>\n// yes")).toBe("yes");
    expect(prose("<img {...props} />;\n/** yes */")).toBe("yes");
  });

  test("keeps the lines of the source", () => {
    expect(proseOf({ path: "a.ts", text: "/**\n * one\n */\nconst a = 1;\n// two" }).split("\n")[4]?.trim()).toBe(
      "two",
    );
  });
});

describe("paths in comments", () => {
  const repository: Repository = {
    has: (path) => ["service/main.ts", "docs/glossary.md"].includes(path),
    read: () => "",
    npmScripts: [],
  };
  const messages = (text: string) =>
    findStalePaths([{ path: "service/a.ts", text }], repository).map((one) => one.message);

  test("must exist", () => {
    expect(messages("// As service/main.ts does, see `docs/glossary.md`.")).toEqual([]);
    expect(messages("// As service/gone.ts does, see `docs/{glossary,gone}.md`.")).toEqual([
      "path does not exist: service/gone.ts",
      "path does not exist: docs/gone.md",
    ]);
    expect(messages('import a from "service/gone.ts"; // service/<noun>/routes.ts, other/service/gone.ts')).toEqual([]);
  });
});
