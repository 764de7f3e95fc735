// Which way imports run: the table in decision 0002.
// Each has a planted violation in scripts/boundaries.test.ts.

/** Our own folders; packages and Node's built-ins are outside. */
const OURS = "^(app|components|contract|lib|service|e2e|bench|scripts|sdk)/";
/** Exempt as the importing side: tests see both sides of a boundary on purpose. */
const TESTS = "\\.test\\.tsx?$|^(components|service)/testing/|^e2e/";
const ENTRIES = "^service/(main|worker|platform|compose|config)\\.ts$";
const BANK = "^service/sandbox-(bank(/|\\.ts$)|issuer/)";
const SDK_SCRIPTS = "^scripts/(sdk/|write-sdk\\.ts$)";
const SQL_CHECK = "^scripts/(check-sql\\.ts$|sql/)";
/** The committer proper. `committer.ts` beside it holds types only, so that a context can carry one. */
const COMMITTER = "^service/ledger/(commit-movements|lane)\\.";

const TRUSTED_PROXIES = "^contract/trusted-proxies\\.ts$";
const TRACING = "^contract/tracing\\.ts$";

/** The folders of `service/domain`, lowest first. Each may import only those before it, so no two depend on each other. */
const NOUNS = [
  "messages",
  "auth",
  "consent",
  "team",
  "transactions",
  "submissions",
  "transfers",
  "payouts",
  "bank-credits",
  "reconciliation",
  "webhooks",
  "customers",
  "wallets",
  "cards",
  "batches",
  "reversals",
  "approvals",
  "merchant",
  "access-changes",
  "insights",
  "search",
];

/** `from` may import, of our own folders, only what matches `allowed`. */
function only(name, comment, from, allowed) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from.path, pathNot: [TESTS, ...(from.pathNot ?? [])] },
    to: { path: OURS, pathNot: allowed },
  };
}

/** Nobody but `except` may import what matches `to`. */
function nobody(name, comment, except, to) {
  return { name, comment, severity: "error", from: { pathNot: [TESTS, ...except] }, to };
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Files in a cycle cannot be understood separately.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that does not resolve cannot be checked.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "contract-alone",
      comment: "The service and the dashboard both import it.",
      severity: "error",
      from: { path: "^contract/", pathNot: [TESTS, TRUSTED_PROXIES, TRACING] },
      to: { pathNot: "^contract/|node_modules/zod/" },
    },
    {
      name: "addresses-in-one-file",
      comment: "Decision 0062: the parser of TRUSTED_PROXIES needs an IP address library and nothing else.",
      severity: "error",
      from: { path: TRUSTED_PROXIES },
      to: { pathNot: "node_modules/ipaddr\\.js/" },
    },
    {
      name: "traces-in-one-file",
      comment: "Decision 0185: OpenTelemetry is loaded in one place, and only when it is on.",
      severity: "error",
      from: { pathNot: [TESTS, TRACING] },
      to: { path: "node_modules/@opentelemetry/" },
    },
    {
      name: "tracing-alone",
      comment: "Service and dashboard share the start of tracing, which needs nothing else of them.",
      severity: "error",
      from: { path: TRACING },
      to: { pathNot: "node_modules/@opentelemetry/|^(node:)?async_hooks$" },
    },
    only(
      "app-over-http",
      "The dashboard reaches the service over HTTP only.",
      { path: "^app/|^(proxy|instrumentation|instrumentation-client)\\.ts$" },
      "^(app|components|lib|contract)/",
    ),
    nobody("nothing-imports-app", "Pages are the top.", ["^app/"], { path: "^app/" }),
    only(
      "components-below",
      "No secrets in the browser.",
      { path: "^components/" },
      "^(components|contract|lib/api|lib/format|lib/import)/|^lib/permissions\\.ts$",
    ),
    {
      name: "import-in-its-worker",
      comment: "Code that processes whole files runs in the import worker, not on the page.",
      severity: "error",
      from: { path: "^(app|components|lib/api|lib/format)/", pathNot: TESTS },
      to: {
        path: "^lib/import/",
        pathNot: "^lib/import/(worker/import-client|csv/shape-names)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    only(
      "import-is-pure",
      "It runs in a web worker, without session or page.",
      { path: "^lib/import/" },
      "^(contract|lib/import|lib/format)/",
    ),
    {
      name: "nouns-do-not-mix",
      comment: "Pages in app combine nouns.",
      severity: "error",
      from: { path: "^components/(?!ui/)([^/]+)/", pathNot: TESTS },
      to: { path: "^components/", pathNot: "^components/(ui|layout|$1)/" },
    },
    only("ui-knows-no-product", "Stays movable.", { path: "^components/ui/" }, "^(components/ui|lib/format)/"),
    only("lib-below", "An API client shows no toasts.", { path: "^lib/" }, "^(lib|contract)/"),
    {
      name: "browser-lib",
      comment: "Tokens stay on the server.",
      severity: "error",
      from: { path: "^lib/(api|format|import)/|^lib/permissions\\.ts$", pathNot: TESTS },
      to: { path: "^lib/server/" },
    },
    {
      name: "types-only",
      comment: "Zod loads with forms only. Decision 0064.",
      severity: "error",
      from: {
        path: "^(app|components|lib/api|lib/format)/",
        pathNot: [TESTS, "^app/api/", "^components/.+-(form|rules)\\.tsx?$"],
      },
      to: {
        path: "^contract/|node_modules/zod/",
        // These have no schema.
        pathNot:
          "^contract/(csv-line|insight-links|invisible|percent|permissions|payment-text|statement-columns|document-kinds|uuid)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    only(
      "entry-points-call-domain",
      "An entry point parses and calls a domain function.",
      { path: "^service/(http|jobs|commands)/" },
      "^contract/|^service/($1|domain)/|^service/db/sql-errors\\.ts$",
    ),
    only(
      "domain-below",
      "Business rules do not depend on HTTP.",
      { path: "^service/domain/" },
      "^contract/|^service/(domain|ledger|providers|db)/|^service/(clock|ids)\\.ts$",
    ),
    {
      name: "nouns-are-listed",
      comment: "A folder of service/domain has a place in the order of NOUNS.",
      severity: "error",
      from: { path: "^service/domain/[^/]+/", pathNot: [TESTS, `^service/domain/(${NOUNS.join("|")})/`] },
      to: {},
    },
    {
      name: "files-between-nouns",
      comment: "A file directly in service/domain serves every noun and depends on none.",
      severity: "error",
      from: { path: "^service/domain/[^/]+\\.ts$", pathNot: TESTS },
      to: { path: "^service/domain/[^/]+/" },
    },
    ...NOUNS.slice(0, -1).map((noun, index) => ({
      name: "nouns-in-order",
      comment: `${noun} is below the folders it imports here; see NOUNS.`,
      severity: "error",
      from: { path: `^service/domain/${noun}/`, pathNot: TESTS },
      to: { path: `^service/domain/(${NOUNS.slice(index + 1).join("|")})/` },
    })),
    {
      name: "pure-ledger",
      comment: "Tested without a database.",
      severity: "error",
      from: { path: "^service/ledger/", pathNot: [TESTS, COMMITTER, "^service/ledger/committer\\.ts$"] },
      to: { pathNot: "^service/(ledger|db)/|^(node:)?assert(/strict)?$" },
    },
    {
      name: "pure-ledger-types",
      comment: "Row types belong to db; its code needs a database.",
      severity: "error",
      from: { path: "^service/ledger/", pathNot: [TESTS, COMMITTER] },
      to: { path: "^service/db/", dependencyTypesNot: ["type-only"] },
    },
    only(
      "committer-on-db",
      "Knows accounts, not customers.",
      { path: [COMMITTER, "^service/ledger/committer\\.ts$"] },
      "^service/(ledger|db)/",
    ),
    nobody(
      "one-money-path",
      "One function moves money.",
      ["^service/ledger/", "^service/compose\\.ts$", "^service/domain/transactions/move-money\\.ts$"],
      { path: COMMITTER },
    ),
    nobody("one-writer", "Balances change only by posting.", ["^service/(ledger|db)/"], {
      path: "^service/db/ledger/postings",
    }),
    only("ground", "Replaceable; SQL knows no rules.", { path: "^service/(providers|db)/" }, "^contract/|^service/$1/"),
    {
      name: "driver-in-db",
      comment: "One place opens connections.",
      severity: "error",
      from: { path: "^service/", pathNot: [TESTS, "^service/db/"] },
      to: { path: "node_modules/(@types/)?pg(-pool|-cursor)?/" },
    },
    nobody("compose-at-the-top", "Values are handed down.", [ENTRIES], { path: "^service/(compose|config)\\.ts$" }),
    only(
      "bank-apart",
      "The sandbox bank is the other side: its books prove ours.",
      { path: BANK },
      `${BANK}|^service/(clock|ids|shutdown|db/pool|http/monitoring/log)\\.ts$|^contract/csv-line\\.ts$`,
    ),
    nobody("bank-over-http", "The service reaches the sandbox bank as it reaches any bank.", [BANK], { path: BANK }),
    nobody("test-help", "Not in the product.", ["^bench/"], { path: "^service/testing/" }),
    {
      name: "clients-only",
      comment: "Browser tests act as users do.",
      severity: "error",
      from: { path: "^e2e/" },
      to: { path: OURS, pathNot: "^(e2e|contract)/" },
    },
    only("sdk-alone", "Merchants install it without the product.", { path: "^sdk/" }, "^sdk/"),
    only(
      "bench-is-a-client",
      "Benches act as clients do.",
      { path: "^bench/" },
      "^(bench|contract|scripts|service/testing)/",
    ),
    only(
      "scripts-stay-outside",
      "Scripts start and check the product. They share only the migration runner and the search for the primary.",
      { path: "^scripts/", pathNot: [SQL_CHECK, SDK_SCRIPTS] },
      "^(scripts|contract)/|^service/db/(migrate|primary)\\.ts$",
    ),
    only(
      "sdk-from-the-document",
      "The SDK's types come from the OpenAPI document and nothing else of the service.",
      { path: SDK_SCRIPTS },
      "^(scripts|contract)/|^service/http/docs/",
    ),
    only(
      "sql-check-reads-db",
      "It compares the statements of db with the schema, and runs some of them.",
      { path: SQL_CHECK },
      "^scripts/|^service/db/",
    ),
  ],
  options: {
    // TypeScript 7 has no JavaScript API; swc also sees type-only imports, which count.
    parser: "swc",
    // Not followed rather than excluded: an excluded package would blind driver-in-db.
    doNotFollow: { path: "node_modules" },
    // The examples import the built SDK.
    exclude: { path: "^\\.next/|^next-env\\.d\\.ts$|^sdk/[^/]+/(dist|examples)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "node", "default"] },
  },
};
