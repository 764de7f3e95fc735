import { type Problem, readSources, report, type Source } from "./sources.ts";

/** Migrations before this one ran before the rules existed. Decision 0168. */
const FIRST_CHECKED = "0082";

/** Tables with at most some hundred rows per merchant: a lock of milliseconds. Every other one counts as large. */
const SMALL_TABLES = new Set([
  ...[
    "activity_progress",
    "demo_seed",
    "heartbeats",
    "merchants",
    "payout_fees",
    "rail_banks",
    "roles",
    "rollup_progress",
    "schema_migrations",
  ],
  ...["tenant_settings", "tenants", "tier_rules", "webhook_subscriptions"],
]);

/** `isExplained`: a comment `-- safe: …` above it gives the reason. */
type Statement = { sql: string; line: number; isExplained: boolean };
type Migration = { statements: Statement[]; created: Set<string> };
/** `table` is the rule's first group; a rule without one applies to every table. */
type Rule = { pattern: RegExp; isForSmallToo?: true; message: string };

const TABLE = String.raw`(?:if exists |only )*"?(\w+)"?`;
const ALTER = String.raw`^alter table ${TABLE}\b.*\b`;

const RULES: Rule[] = [
  {
    pattern: new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${TABLE}`),
    message: "blocks writes while it reads the table: create index concurrently, alone in its file",
  },
  {
    pattern: new RegExp(String.raw`${ALTER}add (?!constraint)(?:column )?.*\bdefault (?!now\(\))[^,]*\(`),
    message: "a default that is computed for each row rewrites the table: add the column without it, fill it by a job",
  },
  {
    pattern: new RegExp(
      String.raw`${ALTER}add (?:column )?(?!constraint).*\b(?:generated always|(?:big|small)?serial\b)`,
    ),
    message: "fills a column for each row, which rewrites the table",
  },
  {
    pattern: new RegExp(
      String.raw`${ALTER}add column (?:(?!, add column).)*\b(?:unique|primary key|references|check)\b`,
    ),
    message: "checks every row under a lock: add the column, then the constraint as not valid, then validate it",
  },
  {
    pattern: new RegExp(String.raw`${ALTER}add (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid)`),
    message: "checks every row under a lock: add it as not valid, and validate it in the next file",
  },
  {
    pattern: new RegExp(String.raw`${ALTER}add (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)`),
    message: "builds an index under a lock: create it concurrently, then add the constraint using the index",
  },
  {
    pattern: new RegExp(String.raw`${ALTER}alter (?:column )?\w+ (?:set data )?type\b`),
    message: "rewrites the table: add a column of the new type",
  },
  {
    pattern: new RegExp(String.raw`${ALTER}alter (?:column )?\w+ set not null`),
    message: "reads every row under a lock, and the former release may write nulls",
  },
  {
    pattern: new RegExp(`^(?:update|delete from) ${TABLE}`),
    message: "keeps rows locked until the file ends: change them in slices, by a job",
  },
  {
    pattern: new RegExp(String.raw`^with\b.*?\b(?<!\b(?:for|for no key|do) )(?:update|delete from) ${TABLE}`),
    message: "keeps rows locked until the file ends: change them in slices, by a job",
  },
  {
    // Grouped rows are few.
    pattern: new RegExp(String.raw`^insert into ${TABLE}\b(?!.*\bgroup by\b).*\bselect\b`),
    message: "writes as many rows as it reads, in one transaction: fill the table in slices, by a job",
  },
  {
    pattern: /^do\b/,
    message: "hides its statements from this check: write them without a block, or say why it is safe",
  },
  {
    pattern: new RegExp(`^(?:lock table|lock|truncate|cluster|vacuum full|reindex table) ${TABLE}`),
    message: "locks the table",
  },
  {
    isForSmallToo: true,
    pattern: new RegExp(String.raw`${ALTER}add column (?:(?!, add column|\bdefault\b).)*\bnot null(?!.*\bdefault\b)`),
    message: "the former release inserts rows without it: give it a default",
  },
  {
    isForSmallToo: true,
    pattern: new RegExp(`${ALTER}(?:drop column|drop (?!constraint|default|not null|expression|identity)|rename)`),
    message: "the former release may use it: remove it one release later",
  },
  {
    isForSmallToo: true,
    pattern: new RegExp(`^drop (?:table|view|materialized view) ${TABLE}`),
    message: "the former release may use it: remove it one release later",
  },
];

/** Statements that lock a large table, that the former release cannot live with, or that lose values of a list. Decision 0168. */
export function findUnsafeMigrations(sources: readonly Source[], first: string = FIRST_CHECKED): Problem[] {
  const known = new Map<string, string[]>();
  const problems: Problem[] = [];
  const created = new Set(["schema_migrations"]);
  for (const source of sources) {
    const migration = readMigration(source);
    for (const table of migration.created) created.add(table);
    const isChecked = source.path.slice(source.path.lastIndexOf("/") + 1) >= first;
    for (const statement of migration.statements) {
      const found = [...findLostValues(known, statement), ...findLocks(migration, statement)];
      if (isChecked) problems.push(...problemsOf(source.path, statement, found));
    }
  }
  const stale = [...SMALL_TABLES].filter((table) => !created.has(table));
  const path = "scripts/check-migrations.ts";
  return [
    ...problems,
    ...stale.map((table) => ({ path, line: 1, message: `no migration creates the table ${table}` })),
  ];
}

function problemsOf(path: string, { line, isExplained }: Statement, found: readonly string[]): Problem[] {
  if (!isExplained) return found.map((message) => ({ path, line, message }));
  return found.length > 0 ? [] : [{ path, line, message: 'remove the comment "safe": nothing needs it' }];
}

function readMigration({ text }: Source): Migration {
  const statements = splitStatements(text);
  const created = new Set(
    statements.flatMap(({ sql }) => /^create table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []),
  );
  return { statements, created };
}

function findLocks({ statements, created }: Migration, { sql }: Statement): string[] {
  const found = RULES.filter((rule) => {
    const match = rule.pattern.exec(sql);
    if (!match) return false;
    const [, table] = match;
    if (table === undefined) return true;
    return !created.has(table) && (rule.isForSmallToo || !SMALL_TABLES.has(table));
  }).map(({ message }) => message);
  if (addsConstraint(statements, sql))
    found.push("validates under the lock of the same file: put it into the next file");
  if (!/\bindex concurrently\b/.test(sql)) return found;
  if (statements.length > 1) found.push("runs outside a transaction: it must be alone in its file");
  if (!/\bif (not )?exists\b/.test(sql)) found.push("may be repeated after a crash: add if not exists");
  return found;
}

/** Whether the statement validates a constraint of the same file. */
function addsConstraint(statements: readonly Statement[], sql: string): boolean {
  const name = /^alter table \w+ validate constraint (\w+)/.exec(sql)?.[1];
  return name !== undefined && statements.some((other) => other.sql.includes(`add constraint ${name} `));
}

/** A list that is written anew without a value that was allowed before: two branches changed the same list. */
function findLostValues(known: Map<string, string[]>, { sql }: Statement): string[] {
  return checksOf(sql).flatMap(([constraint, values]) => {
    const lost = (known.get(constraint) ?? []).filter((value) => !values.includes(value));
    known.set(constraint, values);
    return lost.length > 0 ? [`${constraint} allowed ${lost.join(", ")} before, and no longer does`] : [];
  });
}

/** The values in the check constraints of a statement, by table and constraint. */
function checksOf(sql: string): [string, string[]][] {
  const table = /^(?:create|alter) table (?:if not exists |only )*(\w+)/.exec(sql)?.[1];
  if (!table) return [];
  const named = [...sql.matchAll(/constraint (\w+) check (\(.*)/g)].map(
    ([, name = "", body = ""]): [string, string[]] => [`${table}.${name}`, valuesOf(body)],
  );
  // The name that PostgreSQL gives to the check of a column.
  const unnamed = [
    ...sql.matchAll(/[(,] ?(?:add column )?(\w+) (?:text|smallint|integer)\b[^,(]*?\bcheck (\(\1 in \(.*)/g),
  ].map(([, column = "", body = ""]): [string, string[]] => [`${table}.${table}_${column}_check`, valuesOf(body)]);
  return [...named, ...unnamed].filter(([, values]) => values.length > 0);
}

/** The texts within the first balanced parentheses. */
function valuesOf(body: string): string[] {
  let depth = 0;
  let end = 0;
  for (; end < body.length; end += 1) {
    if (body[end] === "(") depth += 1;
    if (body[end] === ")") depth -= 1;
    if (depth === 0) break;
  }
  return [...body.slice(0, end).matchAll(/'([^']*)'/g)].map(([, value = ""]) => value);
}

/** Statements in lower case, each on one line. */
function splitStatements(text: string): Statement[] {
  const parts = text.matchAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-'$;]+|[-$]/g);
  const statements: Statement[] = [];
  let sql = "";
  let isExplained = false;
  let [at, line] = [1, 1];
  for (const [part] of parts) {
    if (part === ";") {
      statements.push({ sql: sql.replaceAll(/\s+/g, " ").trim(), line, isExplained });
      [sql, isExplained] = ["", false];
    } else if (part.startsWith("--")) {
      isExplained ||= /^-- safe: .{20,}/.test(part);
    } else {
      if (sql.trim() === "") line = at + (/^\s*/.exec(part)?.[0].split("\n").length ?? 1) - 1;
      // Texts keep their case: they may be values of a list.
      sql += part.startsWith("'") ? part : part.toLowerCase();
    }
    at += part.split("\n").length - 1;
  }
  return statements;
}

if (import.meta.main) {
  const migrations = readSources(["service/db/migrations/*.sql"]);
  report(findUnsafeMigrations(migrations), "No new migration locks a large table or breaks the former release.");
}
