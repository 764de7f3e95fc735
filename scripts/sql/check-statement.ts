import pg from "pg";
import type { Checker, Type } from "typescript/unstable/sync";
import type { Catalog } from "./catalog.ts";
import { canBeNull, compareRows, compareValues, type Difference, type WireTypes } from "./compare.ts";
import { describeStatement, isUtility } from "./describe-statement.ts";
import { foldValues } from "./fold-values.ts";
import { type TextOf, unseen } from "./load-texts.ts";
import type { Ran } from "./run-samples.ts";
import type { Scope } from "./scope.ts";
import type { Site } from "./sites.ts";
import { type Choose, everyVariant, Unseen } from "./variants.ts";

const MOST_VARIANTS = 200;

/** `ran`: the statements that samples ran. */
export type Setting = {
  db: pg.ClientBase;
  catalog: Catalog;
  checker: Checker;
  wire: WireTypes;
  ran: readonly Ran[];
};
/** `texts`: the compared ones. */
export type Checked = { problems: string[]; by: "sources" | "samples" | "nothing"; texts: string[] };
type Variant = { text: string; values: Type[] };

/** Compares all variants of one statement with the schema. */
export async function checkStatement(setting: Setting, scope: Scope, site: Site, textOf: TextOf): Promise<Checked> {
  let variants: Variant[];
  try {
    variants = everyVariant((choose) => variantOf(scope, site, textOf, choose), MOST_VARIANTS);
  } catch (error) {
    if (!(error instanceof Unseen)) throw new Error(`${site.path}:${site.line}`, { cause: error });
    return await checkSampled(setting, site, error);
  }
  const found: Difference[][] = [];
  for (const { text, values } of variants) found.push(await compareStatement(setting, site, text, values));
  return { problems: problemsOf(site, found), by: "sources", texts: variants.map(({ text }) => text) };
}

function variantOf(scope: Scope, site: Site, textOf: TextOf, choose: Choose): Variant {
  const text = textOf(choose, unseen);
  // Converting an unseen value to text throws an error that names it.
  if (typeof text !== "string") throw new Unseen(String(text));
  return { text, values: site.values ? foldValues(scope, site.values, choose) : [] };
}

/**
 * Compares the texts that samples ran, for a statement that cannot be read from the sources. PostgreSQL has already
 * accepted the samples' values.
 */
async function checkSampled(setting: Setting, site: Site, error: Unseen): Promise<Checked> {
  const ran = setting.ran.filter(({ path, line }) => path === site.path && line >= site.line && line <= site.lastLine);
  if (ran.length === 0) {
    const message = `cannot be read from the sources: it depends on ${error.message}. Add a call to scripts/sql/samples.ts`;
    return { problems: [message], by: "nothing", texts: [] };
  }
  const texts = new Set(ran.flatMap((one) => (one.error === undefined ? one.text : [])));
  const found: Difference[][] = [];
  for (const text of texts) found.push(await compareStatement(setting, site, text, undefined));
  const errors = new Set(ran.flatMap((one) => one.error ?? []));
  return { problems: [...errors, ...problemsOf(site, found)], by: "samples", texts: [...texts] };
}

/** Returns the differences without an explaining comment, and the comments that explain nothing. */
function problemsOf({ explanations }: Site, variants: readonly (readonly Difference[])[]): string[] {
  const keyOf = ({ by, column }: { by: string; column: string }) => `${by}: "${column}"`;
  const needed = new Set(variants.flat().flatMap(({ explained }) => (explained ? keyOf(explained) : [])));
  const given = new Set(explanations.map(keyOf));
  const isProblem = ({ message, explained, always }: Difference) => {
    if (explained) return !given.has(keyOf(explained));
    return !always || variants.every((variant) => variant.some((one) => one.message === message));
  };
  const problems = variants.flatMap((variant) => variant.filter(isProblem).map(({ message }) => message));
  const stale = [...given]
    .filter((key) => !needed.has(key))
    .map((key) => `remove the comment "${key}": nothing needs it`);
  return [...new Set(problems), ...stale];
}

async function compareStatement(
  setting: Setting,
  site: Site,
  text: string,
  sent: readonly Type[] | undefined,
): Promise<Difference[]> {
  const { checker, wire } = setting;
  if (isUtility(text)) return sent && sent.length > 0 ? [{ message: "the statement takes no values" }] : [];
  try {
    const description = await describeStatement(setting, text, (place) => isNeverNull(sent?.[place - 1]));
    const differences = sent ? compareValues(checker, wire, sent, description.parameters) : [];
    const declared = site.row && checker.getTypeFromTypeNode(site.row);
    if (declared) differences.push(...compareRows(checker, wire, declared, description));
    else if (site.areRowsRead && description.columns.length > 0) differences.push({ message: "its rows have no type" });
    return differences;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return [{ message: error.message }];
  }
}

function isNeverNull(type: Type | undefined): boolean {
  return type !== undefined && !canBeNull(type);
}
