import { describe, expect, test } from "vitest";
import { findUnauditedVerbs } from "./check-audited-verbs.ts";
import { findOwnClocks } from "./check-clock-and-ids.ts";
import { findRawColours } from "./check-colours.ts";
import { findStaleDocs, type Repository } from "./check-docs.ts";
import { findHiddenImports } from "./check-hidden-imports.ts";
import { findSqlStates } from "./check-sql-errors.ts";

describe("clock and IDs", () => {
  test.each(["const at = Date.now();", "const at = new Date();", "crypto.randomUUID();", 'import { v7 } from "uuid";'])(
    "%s is refused in the service",
    (text) => {
      expect(findOwnClocks([{ path: "service/domain/wallets/controls/freeze-wallet.ts", text }])).toHaveLength(1);
    },
  );

  test("are allowed in their own files, in tests, in providers and in comments", () => {
    const text = "const at = new Date();";
    const paths = [
      "service/clock.ts",
      "service/http/app.test.ts",
      "service/testing/clock.ts",
      "service/providers/sms.ts",
    ];
    expect(findOwnClocks(paths.map((path) => ({ path, text })))).toEqual([]);
    expect(findOwnClocks([{ path: "service/main.ts", text: `// ${text}\nnew Date(milliseconds);` }])).toEqual([]);
  });
});

describe("audit rows", () => {
  const path = "service/domain/wallets/controls/freeze-wallet.ts";
  const inTransaction = "await inTransaction(ctx.db, async (tx) => {});";
  const updates = 'import { findWallet, updateWallet } from "../../db/wallets.ts";';

  test.each([inTransaction, updates, "await moveMoney(ctx, { postings });"])("%s without one is refused", (text) => {
    expect(findUnauditedVerbs([{ path, text }], {})).toMatchObject([{ path }]);
  });

  test("let pass a verb that audits, one that only reads, and one that is excused with a reason", () => {
    const reads = 'import { findWallet } from "../../db/wallets.ts";';
    expect(findUnauditedVerbs([{ path, text: `${inTransaction}\nawait recordAudit(tx, ctx, {});` }], {})).toEqual([]);
    expect(findUnauditedVerbs([{ path, text: "moveMoney(ctx, { movements,\n audit: () => [row] });" }], {})).toEqual(
      [],
    );
    expect(findUnauditedVerbs([{ path, text: reads }], {})).toEqual([]);
    expect(findUnauditedVerbs([{ path, text: updates }], { [path]: "a reason" })).toEqual([]);
  });

  test("refuse an excuse that nothing needs any more", () => {
    expect(findUnauditedVerbs([], { [path]: "a reason" })).toMatchObject([{ path }]);
  });
});

describe("colours", () => {
  test.each(['color: "#18181B"', 'stroke="#fff"', "rgb(0 0 0 / 50%)", "bg-red-500", "text-white"])(
    "%s is refused",
    (text) => {
      expect(findRawColours([{ path: "components/ui/button.tsx", text }])).toHaveLength(1);
    },
  );

  test("are allowed in the tokens; anchors are not colours", () => {
    expect(findRawColours([{ path: "app/globals.css", text: "--panel: #FFFFFF;" }])).toEqual([]);
    expect(
      findRawColours([{ path: "app/layout.tsx", text: '<a href="#content">&#8358; bg-panel text-danger</a>' }]),
    ).toEqual([]);
  });
});

describe("SQLSTATEs", () => {
  const path = "service/domain/wallets/freeze-wallet.ts";

  test.each([
    'if (error.code === "23505") return;',
    'const BUSY = ["55P03", "57014"];',
    'code === "22P02"',
    'code.startsWith("22")',
  ])("%s is refused outside service/db", (text) => {
    expect(findSqlStates([{ path, text }])).toHaveLength(1);
    expect(findSqlStates([{ path: "service/db/sql-errors.ts", text }])).toEqual([]);
    expect(findSqlStates([{ path: "service/domain/wallets/freeze-wallet.test.ts", text }])).toEqual([]);
  });

  test("are not confused with other texts", () => {
    const text = 'const bvn = "22200";\nconst port = "5432";\ncode.startsWith("FST_");\n// "23505"';
    expect(findSqlStates([{ path, text }])).toEqual([]);
  });
});

describe("hidden imports", () => {
  const path = "components/wallets/wallet-card.tsx";

  test.each([
    'let a: import("../../service/main.ts").A;',
    'type A = typeof import("pg");',
    'export type A<T> = import("pg").Pool;',
    'run(thing as import("pg").Pool);',
    'const pools = new Set<import("pg").Pool>();',
  ])("%s is refused", (text) => {
    expect(findHiddenImports([{ path, text }])).toHaveLength(1);
  });

  test("leave loading at run time alone", () => {
    const text =
      'const { a } = await import("./a.ts");\nconst B = dynamic(() => import("./b.tsx"));\nlazy(import("./c.ts"));\nconst load = () => void import("./d.tsx");';
    expect(findHiddenImports([{ path, text }])).toEqual([]);
  });
});

describe("documents", () => {
  const repository: Repository = {
    has: (path) => ["README.md", "docs/a.md", "service/main.ts", "service/worker.ts"].includes(path),
    read: () => "# Title\n\n## How it runs\n",
    npmScripts: ["start", "check"],
  };
  const messages = (text: string) =>
    findStaleDocs([{ path: "docs/a.md", text }], repository).map(({ message }) => message);

  test.each([
    ["[gone](b.md)", "link leads nowhere: b.md"],
    ["[gone](../README.md#nothing)", "link leads nowhere: ../README.md#nothing"],
    ["`service/{main,gone}.ts`", "path does not exist: service/gone.ts"],
    ["run `npm run gone`", "npm script does not exist: gone"],
  ])("%s is refused", (text, message) => {
    expect(messages(text)).toEqual([message]);
  });

  test("may name what exists, and anything inside a fence", () => {
    expect(messages("[up](../README.md#how-it-runs) [out](https://example.test) `service/{main,worker}.ts`")).toEqual(
      [],
    );
    expect(messages("`npm start`, `npm run check`, `/v1/wallet`")).toEqual([]);
    expect(messages("```\n`service/gone.ts`\n```")).toEqual([]);
  });
});
