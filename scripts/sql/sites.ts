import {
  type CallExpression,
  type Expression,
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSourceFile,
  isVariableDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  type TypeNode,
} from "typescript/unstable/ast";
import type { Checker } from "typescript/unstable/sync";

/** A place in the sources that sends a statement to the database or builds a prepared one. */
export type Site = {
  path: string;
  line: number;
  lastLine: number;
  text: Expression;
  values: Expression | undefined;
  /** The declared type of a row. */
  row: TypeNode | undefined;
  areRowsRead: boolean;
  /** Comments about columns: `// Not null: "a", "b". Reason.` or `// Narrowed: "c". Reason.` */
  explanations: readonly { by: string; column: string }[];
};

type Given = Pick<Site, "text" | "values" | "row" | "areRowsRead">;

/** Finds every `….query(…)` and every `Statement` object, in the order of the file. */
export function findSites(source: SourceFile, path: string, checker: Checker): Site[] {
  const sites: Site[] = [];
  const visit = (node: Node): void => {
    const given = isCallExpression(node) ? queryOf(node, checker) : statementOf(node, checker);
    if (given) {
      const [line, lastLine] = [lineAt(source, node.getStart(source)), lineAt(source, node.getEnd())];
      sites.push({ path, line, lastLine, explanations: explanationsOf(source, node), ...given });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return sites;
}

/** Undefined for a call with a `Statement` too: the check reads it where it is built. */
function queryOf(call: CallExpression, checker: Checker): Given | undefined {
  const [first, second] = call.arguments;
  const isQuery = isPropertyAccessExpression(call.expression) && call.expression.name.text === "query";
  if (!first || !isQuery) return undefined;
  const rows = { row: call.typeArguments?.[0], areRowsRead: readsRows(call) };
  if (isObjectLiteralExpression(first)) {
    const text = propertyOf(first, "text");
    return text && { text, values: propertyOf(first, "values"), ...rows };
  }
  const isMade = checker.getTypeAtLocation(first)?.getAliasSymbol()?.name === "Statement";
  return isMade ? undefined : { text: first, values: second, ...rows };
}

function statementOf(node: Node, checker: Checker): Given | undefined {
  const text = isObjectLiteralExpression(node) ? propertyOf(node, "text") : undefined;
  if (!isObjectLiteralExpression(node) || !text) return undefined;
  const isMade = checker.getContextualType(node)?.getAliasSymbol()?.name === "Statement";
  return isMade ? { text, values: propertyOf(node, "values"), row: undefined, areRowsRead: false } : undefined;
}

/** `….finally(…)`, or its callee. */
function isCleanUp(node: Node): boolean {
  const callee = isCallExpression(node) ? node.expression : node;
  return isPropertyAccessExpression(callee) && callee.name.text === "finally";
}

function lineAt(source: SourceFile, position: number): number {
  return source.text.slice(0, position).split("\n").length;
}

function explanationsOf(source: SourceFile, node: Node): Site["explanations"] {
  let statement = node;
  while (statement.parent && !isBlock(statement.parent) && !isSourceFile(statement.parent))
    statement = statement.parent;
  const text = source.text.slice(statement.getFullStart(), node.getEnd());
  return [...text.matchAll(/\/\/ (Not null|Narrowed): ((?:"\w+"(?:, )?)+)\. \S/g)].flatMap(([, by = "", names = ""]) =>
    [...names.matchAll(/\w+/g)].map(([column]) => ({ by, column })),
  );
}

/**
 * Whether the code can read the result's rows. Rows need no type where the result is dropped or only its count is read.
 */
function readsRows(call: Node): boolean {
  let node = call.parent;
  while (isAwaitExpression(node) || isParenthesizedExpression(node) || isCleanUp(node)) node = node.parent;
  if (isExpressionStatement(node)) return false;
  if (!isVariableDeclaration(node) || !isObjectBindingPattern(node.name)) return true;
  return node.name.elements.some(({ name, propertyName }) => (propertyName ?? name)?.getText() === "rows");
}

/** The value of `{ name: value }` or `{ name }`. */
function propertyOf(object: ObjectLiteralExpression, name: string): Expression | undefined {
  for (const one of object.properties) {
    if (isPropertyAssignment(one) && one.name.getText() === name) return one.initializer;
    if (isShorthandPropertyAssignment(one) && one.name.getText() === name) return one.name as Expression;
  }
  return undefined;
}
