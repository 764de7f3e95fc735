import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = dirname(import.meta.dirname);
const CONFIG = ".dependency-cruiser.cjs";

type Plant = { rule: string; file: string; imports: string; typeOnly?: true };

/** One forbidden import for each rule, often type-only if the rule covers those. */
const plants: Plant[] = [
  { rule: "no-circles", file: "contract/circle.ts", imports: "./end-of-circle.ts", typeOnly: true },
  { rule: "sdk-alone", file: "sdk/typescript/src/client.ts", imports: "../../../contract/values.ts", typeOnly: true },
  { rule: "resolvable", file: "contract/lost.ts", imports: "./nowhere.ts" },
  { rule: "contract-alone", file: "contract/wallets.ts", imports: "react", typeOnly: true },
  { rule: "contract-alone", file: "contract/values.ts", imports: "ipaddr.js" },
  { rule: "addresses-in-one-file", file: "contract/trusted-proxies.ts", imports: "zod" },
  { rule: "traces-in-one-file", file: "service/shutdown.ts", imports: "@opentelemetry/api", typeOnly: true },
  { rule: "tracing-alone", file: "contract/tracing.ts", imports: "zod" },
  { rule: "app-over-http", file: "app/page.tsx", imports: "../service/domain/wallets/controls/freeze-wallet.ts" },
  { rule: "nothing-imports-app", file: "lib/format/page-title.ts", imports: "../../app/title.ts" },
  {
    rule: "components-below",
    file: "components/auth/login-form.tsx",
    imports: "../../lib/server/session/require-session.ts",
  },
  { rule: "nouns-do-not-mix", file: "components/wallets/pay-button.tsx", imports: "../merchant/fund-form.tsx" },
  {
    rule: "nouns-do-not-mix",
    file: "components/layout/palette/palette-rows.ts",
    imports: "../../wallets/pay-button.tsx",
    typeOnly: true,
  },
  {
    rule: "ui-knows-no-product",
    file: "components/ui/button.tsx",
    imports: "../../lib/permissions.ts",
    typeOnly: true,
  },
  { rule: "lib-below", file: "lib/api/toasts.ts", imports: "../../components/ui/field.tsx" },
  { rule: "browser-lib", file: "lib/permissions.ts", imports: "./server/session/require-session.ts", typeOnly: true },
  { rule: "types-only", file: "components/wallets/freeze-button.tsx", imports: "../../contract/values.ts" },
  { rule: "types-only", file: "lib/api/transfers.ts", imports: "zod" },
  {
    rule: "import-in-its-worker",
    file: "components/imports/wizard.tsx",
    imports: "../../lib/import/check-file.ts",
  },
  { rule: "import-is-pure", file: "lib/import/outputs/outputs.ts", imports: "../../api/batches.ts", typeOnly: true },
  { rule: "entry-points-call-domain", file: "service/http/routes/wallets.ts", imports: "../../db/wallets/wallets.ts" },
  { rule: "domain-below", file: "service/domain/wallet-status.ts", imports: "../http/app.ts", typeOnly: true },
  {
    rule: "nouns-in-order",
    file: "service/domain/transactions/move.ts",
    imports: "../approvals/approve-transaction.ts",
    typeOnly: true,
  },
  {
    rule: "nouns-in-order",
    file: "service/domain/customers/find.ts",
    imports: "../wallets/controls/freeze-wallet.ts",
  },
  {
    rule: "nouns-are-listed",
    file: "service/domain/loans/lend.ts",
    imports: "../wallets/controls/freeze-wallet.ts",
    typeOnly: true,
  },
  {
    rule: "files-between-nouns",
    file: "service/domain/ids-of.ts",
    imports: "./wallets/controls/freeze-wallet.ts",
    typeOnly: true,
  },
  { rule: "pure-ledger", file: "service/ledger/apply-movements.ts", imports: "../http/app.ts", typeOnly: true },
  { rule: "pure-ledger-types", file: "service/ledger/lagos-day.ts", imports: "../db/wallets/wallets.ts" },
  { rule: "pure-ledger", file: "service/ledger/check-movement.ts", imports: "node:fs" },
  {
    rule: "committer-on-db",
    file: "service/ledger/commit-movements.ts",
    imports: "../domain/context.ts",
    typeOnly: true,
  },
  {
    rule: "one-money-path",
    file: "service/domain/transfers/pay.ts",
    imports: "../../ledger/commit-movements.ts",
    typeOnly: true,
  },
  { rule: "one-money-path", file: "service/domain/payouts/pay.ts", imports: "../../ledger/lane.ts" },
  { rule: "one-writer", file: "service/domain/merchant/fund.ts", imports: "../../db/ledger/postings.ts" },
  { rule: "ground", file: "service/db/merchant/tenants.ts", imports: "../../domain/context.ts", typeOnly: true },
  { rule: "ground", file: "service/providers/sms.ts", imports: "../db/wallets/wallets.ts" },
  { rule: "driver-in-db", file: "service/domain/wallets/find.ts", imports: "pg", typeOnly: true },
  { rule: "compose-at-the-top", file: "service/clock.ts", imports: "./config.ts" },
  { rule: "bank-apart", file: "service/sandbox-bank/books.ts", imports: "../ledger/committer.ts" },
  { rule: "bank-over-http", file: "service/providers/rails/rail.ts", imports: "../../sandbox-bank/books.ts" },
  { rule: "test-help", file: "service/worker.ts", imports: "./testing/database.ts" },
  { rule: "clients-only", file: "e2e/sign-in.spec.ts", imports: "../service/domain/context.ts" },
  { rule: "bench-is-a-client", file: "bench/transfers.ts", imports: "../service/ledger/apply-movements.ts" },
  { rule: "scripts-stay-outside", file: "scripts/start.ts", imports: "../service/main.ts" },
  { rule: "sdk-from-the-document", file: "scripts/sdk/print-types.ts", imports: "../../service/http/app.ts" },
  { rule: "sql-check-reads-db", file: "scripts/sql/samples.ts", imports: "../../service/domain/context.ts" },
];

/** Imports that the rules allow: none may be reported. */
const allowed: Omit<Plant, "rule">[] = [
  { file: "contract/errors.ts", imports: "zod" },
  { file: "components/merchant/fund-form.tsx", imports: "../ui/field.tsx" },
  { file: "components/layout/shell/shell.tsx", imports: "../../../contract/values.ts", typeOnly: true },
  { file: "components/wallets/freeze-form.tsx", imports: "../../contract/values.ts" },
  { file: "components/wallets/freeze-rules.ts", imports: "zod" },
  { file: "components/imports/grid.tsx", imports: "../../lib/import/worker/import-client.ts" },
  { file: "lib/import/rules.ts", imports: "../../contract/values.ts" },
  { file: "lib/api/wallets.ts", imports: "../../contract/permissions.ts" },
  { file: "service/compose.ts", imports: "./ledger/commit-movements.ts" },
  { file: "service/main.ts", imports: "./compose.ts" },
  { file: "service/ledger/account.ts", imports: "../db/ledger/postings.ts", typeOnly: true },
  { file: "service/domain/context.ts", imports: "../ledger/committer.ts", typeOnly: true },
  { file: "service/domain/approvals/remove.ts", imports: "../wallets/controls/freeze-wallet.ts" },
  { file: "service/domain/transactions/move-money.ts", imports: "../../ledger/commit-movements.ts" },
  { file: "service/db/wallets/wallets.ts", imports: "pg" },
  { file: "service/http/routes/team.ts", imports: "../../db/sql-errors.ts" },
  { file: "service/http/app.test.ts", imports: "../db/wallets/wallets.ts" },
  { file: "service/testing/database.ts", imports: "../ledger/commit-movements.ts" },
  { file: "scripts/migrate.ts", imports: "../service/db/migrate.ts" },
];

/** Target files of the imports above. */
const targets = [
  "app/title.ts",
  "components/ui/field.tsx",
  "contract/permissions.ts",
  "contract/values.ts",
  "lib/api/batches.ts",
  "lib/import/check-file.ts",
  "lib/import/worker/import-client.ts",
  "lib/server/session/require-session.ts",
  "service/config.ts",
  "service/db/migrate.ts",
  "service/db/ledger/postings.ts",
  "service/db/sql-errors.ts",
  "service/domain/approvals/approve-transaction.ts",
  "service/domain/wallets/controls/freeze-wallet.ts",
  "service/http/app.ts",
  "service/ledger/committer.ts",
  "service/ledger/lane.ts",
];

let tree: string;
let violations: { rule: string; from: string }[];

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), "boundaries-"));
  await cp(join(ROOT, CONFIG), join(tree, CONFIG));
  await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"), "junction");
  await write("package.json", '{ "type": "module" }');
  for (const file of targets) await write(file, "export const thing = 1;\nexport type Thing = 1;\n");
  await write("contract/end-of-circle.ts", source("./circle.ts", true));
  for (const { file, imports, typeOnly } of [...plants, ...allowed]) await write(file, source(imports, typeOnly));
  violations = await cruise(tree);
});

afterAll(() => rm(tree, { recursive: true, force: true }));

describe("import rules", () => {
  test.each(plants)("$rule refuses $imports in $file", ({ rule, file }) => {
    expect(violations).toContainEqual({ rule, from: file });
  });

  test("allow other imports", () => {
    const allowedFiles = allowed.map(({ file }) => file);
    expect(violations.filter(({ from }) => allowedFiles.includes(from))).toEqual([]);
  });

  test("each have a planted violation", () => {
    const { forbidden } = createRequire(import.meta.url)(join(ROOT, CONFIG)) as { forbidden: { name: string }[] };
    expect(new Set(plants.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
  });
});

function source(imports: string, typeOnly: true | undefined): string {
  const keyword = typeOnly ? "import type" : "import";
  return `${keyword} * as it from "${imports}";\nexport const thing = 1;\nexport type Thing = typeof it;\n`;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), text);
}

async function cruise(folder: string): Promise<{ rule: string; from: string }[]> {
  const program = join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const folders = ["app", "components", "contract", "lib", "service", "e2e", "bench", "scripts", "sdk"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "--config", CONFIG, "--output-type", "json", ...folders],
    { cwd: folder, maxBuffer: 32 * 1024 * 1024 },
  );
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}
