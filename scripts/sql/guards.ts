import type { Catalog } from "./catalog.ts";
import { isTrue, type Node, nodeAt, nodesAt, numberAt, numbersAt, outputOf, textAt } from "./node-tree.ts";

const JOIN = { inner: 0, left: 1, right: 3 } as const;
const IS_NOT_NULL = 1;
const UPDATE = 2;

/** The facts that the conditions of a query prove. */
export type Guards = {
  /** Variables that are not null. */
  values: ReadonlySet<string>;
  /** Outer joins that found a row on their nullable side. */
  joins: ReadonlySet<number>;
  /** Columns that are not null, by table number. */
  columns: ReadonlyMap<number, readonly number[]>;
};

/**
 * Collects the variables that strict operators in conditions read: where such a variable is null, the condition is not
 * true and the row is left out. `present`: columns of the result, by position, that are not null.
 */
export function guardsOf(catalog: Catalog, query: Node, present: readonly number[]): Guards {
  const proven: Node[] = [];
  const tree = nodeAt(query, "jointree");
  if (tree) collectFrom(catalog, tree, proven);
  const entries = outputOf(query);
  const returned: Node[] = [];
  for (const place of present) {
    const entry = entries[place];
    collect(catalog, entry && nodeAt(entry, "expr"), returned);
  }
  const own = [...proven.filter((variable) => !isOverwritten(query, variable)), ...returned].filter(
    (variable) => numberAt(variable, "varlevelsup") === 0,
  );
  const columns = new Map<number, number[]>();
  for (const variable of own) {
    const table = numberAt(variable, "varno");
    columns.set(table, [...(columns.get(table) ?? []), numberAt(variable, "varattno") - 1]);
  }
  return {
    values: new Set(own.map(variableKey)),
    joins: new Set(own.flatMap((variable) => numbersAt(variable, "varnullingrels"))),
    columns,
  };
}

/** Above an outer join, a variable has a different key. */
export function variableKey(variable: Node): string {
  return `${numberAt(variable, "varno")}.${numberAt(variable, "varattno")}.${numbersAt(variable, "varnullingrels")}`;
}

/** The condition of an update reads the old row; RETURNING reads the new one. */
function isOverwritten(query: Node, variable: Node): boolean {
  const isOfTarget =
    numberAt(query, "commandType") === UPDATE && numberAt(variable, "varno") === numberAt(query, "resultRelation");
  return (
    isOfTarget &&
    nodesAt(query, "targetList").some((entry) => numberAt(entry, "resno") === numberAt(variable, "varattno"))
  );
}

function collectFrom(catalog: Catalog, item: Node, proven: Node[]): void {
  if (item.kind === "FROMEXPR") {
    for (const one of nodesAt(item, "fromlist")) collectFrom(catalog, one, proven);
    collectCondition(catalog, nodeAt(item, "quals"), proven);
  } else if (item.kind === "JOINEXPR") {
    const type = numberAt(item, "jointype");
    if (type === JOIN.inner) collectCondition(catalog, nodeAt(item, "quals"), proven);
    const [left, right] = [nodeAt(item, "larg"), nodeAt(item, "rarg")];
    if (left && (type === JOIN.inner || type === JOIN.left)) collectFrom(catalog, left, proven);
    if (right && (type === JOIN.inner || type === JOIN.right)) collectFrom(catalog, right, proven);
  }
}

function collectCondition(catalog: Catalog, condition: Node | undefined, proven: Node[]): void {
  if (condition?.kind === "BOOLEXPR" && textAt(condition, "boolop") === "and") {
    for (const one of nodesAt(condition, "args")) collectCondition(catalog, one, proven);
  } else if (condition?.kind === "NULLTEST") {
    if (numberAt(condition, "nulltesttype") === IS_NOT_NULL) collect(catalog, nodeAt(condition, "arg"), proven);
  } else collect(catalog, condition, proven);
}

/** Collects the variables that must not be null for the expression not to be null. */
function collect(catalog: Catalog, node: Node | undefined, proven: Node[]): void {
  if (!node) return;
  if (node.kind === "VAR") proven.push(node);
  else if (node.kind === "RELABELTYPE" || node.kind === "COERCEVIAIO") collect(catalog, nodeAt(node, "arg"), proven);
  else if (isStrict(catalog, node)) for (const one of nodesAt(node, "args")) collect(catalog, one, proven);
}

function isStrict(catalog: Catalog, node: Node): boolean {
  if (node.kind === "SCALARARRAYOPEXPR") return isTrue(node, "useOr");
  const id = { OPEXPR: "opfuncid", FUNCEXPR: "funcid" }[node.kind];
  return id !== undefined && catalog.routine(numberAt(node, id))?.isStrict === true;
}
