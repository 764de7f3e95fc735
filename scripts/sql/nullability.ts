import type { Catalog } from "./catalog.ts";
import { type Guards, guardsOf, variableKey } from "./guards.ts";
import {
  isNode,
  isTrue,
  type Node,
  nodeAt,
  nodesAt,
  numberAt,
  numbersAt,
  outputOf,
  textAt,
  type Value,
} from "./node-tree.ts";

const RTE = { relation: 0, subquery: 1, join: 2, function: 3, values: 5, cte: 6, group: 9 } as const;
const SUBLINK = { exists: 0, expression: 4, array: 6 } as const;

/** Functions that never return null. */
const NEVER_NULL = new Set(["count", "row_number", "rank", "now", "concat", "jsonb_build_object", "json_build_object"]);
for (const name of ["clock_timestamp", "nextval", "pg_current_xact_id", "pg_current_snapshot", "gen_random_uuid"]) {
  NEVER_NULL.add(name);
}
/** Strict functions that can return null for other reasons: they look up a value or extract a part. */
const SOMETIMES_NULL =
  /^(array_|json|regexp_|substring|to_reg|pg_get|pg_sequence_last_value$|current_setting|unnest|string_to_array$|generate_)/;

/** The queries around an expression, innermost first. */
type Scope = readonly Node[];

/**
 * Computes for each column of a statement whether it can be null, from the statement's analysed tree. A column that
 * cannot be decided is nullable.
 */
export class Nullability {
  readonly #catalog: Catalog;
  readonly #isSent: (parameter: number) => boolean;
  readonly #guards = new Map<Node, Guards>();
  readonly #open = new Set<string>();

  /** `isSent`: whether a value for `$n` is never null. */
  constructor(catalog: Catalog, isSent: (parameter: number) => boolean) {
    this.#catalog = catalog;
    this.#isSent = isSent;
  }

  /** `present`: columns by position that are not null in the rows in question. */
  columns(query: Node, present: readonly number[] = []): boolean[] {
    return outputOf(query).map((_, index) => this.#isOutputNullable([query], index, present));
  }

  #isOutputNullable(scope: Scope, index: number, present: readonly number[] = []): boolean {
    if (present.includes(index)) return false;
    const [query] = scope as [Node];
    const before = this.#guards.get(query);
    if (present.length > 0) this.#guards.set(query, guardsOf(this.#catalog, query, present));
    const result = this.#isTargetNullable(scope, index, present);
    if (before) this.#guards.set(query, before);
    else this.#guards.delete(query);
    return result;
  }

  #isTargetNullable(scope: Scope, index: number, present: readonly number[]): boolean {
    const [query] = scope as [Node];
    const operations = nodeAt(query, "setOperations");
    if (operations) {
      return branchesOf(query, operations).some((branch) => {
        const entries = outputOf(branch);
        // A branch with a constant null in a present column contributes no such row.
        if (present.some((place) => isConstantNull(expressionAt(entries, place)))) return false;
        return this.#isOutputNullable([branch, ...scope], index, present);
      });
    }
    const expression = expressionAt(outputOf(query), index);
    return !expression || this.#isNullable(scope, expression);
  }

  #isNullable(scope: Scope, node: Node): boolean {
    const any = (nodes: readonly Node[]) => nodes.some((one) => this.#isNullable(scope, one));
    const args = nodesAt(node, "args");
    switch (node.kind) {
      case "VAR":
        return this.#isVariableNullable(scope, node);
      case "CONST":
        return isTrue(node, "constisnull");
      case "COALESCEEXPR":
      case "MINMAXEXPR":
        return args.every((one) => this.#isNullable(scope, one));
      case "FUNCEXPR":
        return this.#isCallNullable(numberAt(node, "funcid"), () => any(args));
      case "OPEXPR":
        return this.#isCallNullable(numberAt(node, "opfuncid"), () => any(args));
      case "PARAM":
        return !this.#isSent(numberAt(node, "paramid"));
      case "AGGREF":
        return this.#isAggregateNullable(scope, node);
      case "WINDOWFUNC":
        return !NEVER_NULL.has(this.#catalog.routine(numberAt(node, "winfnoid"))?.name ?? "");
      case "RELABELTYPE":
      case "COERCEVIAIO":
      case "ARRAYCOERCEEXPR":
        return this.#isNullable(scope, nodeAt(node, "arg") ?? node);
      case "CASEEXPR":
        return this.#isCaseNullable(scope, node);
      case "BOOLEXPR":
        return any(args);
      case "SCALARARRAYOPEXPR":
        return (
          any(args.flatMap((one) => (one.kind === "ARRAYEXPR" ? nodesAt(one, "elements") : one))) || !isList(args[1])
        );
      case "SUBLINK":
        return this.#isSublinkNullable(scope, node);
      case "NULLTEST":
      case "BOOLEANTEST":
      case "DISTINCTEXPR":
      case "ARRAYEXPR":
      case "ROWEXPR":
      case "SQLVALUEFUNCTION":
        return false;
      default:
        return true;
    }
  }

  #isCallNullable(id: number, anyArgument: () => boolean): boolean {
    const routine = this.#catalog.routine(id);
    if (!routine) return true;
    if (NEVER_NULL.has(routine.name)) return false;
    return !routine.isStrict || SOMETIMES_NULL.test(routine.name) || anyArgument();
  }

  /**
   * A group has at least one row, so an aggregate of a column without nulls is not null. An aggregate over all rows may
   * have no row.
   */
  #isAggregateNullable(scope: Scope, node: Node): boolean {
    if (this.#catalog.routine(numberAt(node, "aggfnoid"))?.name === "count") return false;
    const query = scope[numberAt(node, "agglevelsup")];
    const isGrouped = query && nodesAt(query, "groupClause").length > 0 && nodesAt(query, "groupingSets").length === 0;
    if (!isGrouped || nodeAt(node, "aggfilter")) return true;
    return nodesAt(node, "args").some((entry) => this.#isExpressionNullable(scope, nodeAt(entry, "expr")));
  }

  #isCaseNullable(scope: Scope, node: Node): boolean {
    const results = [nodeAt(node, "defresult"), ...nodesAt(node, "args").map((when) => nodeAt(when, "result"))];
    return results.some((result) => !result || this.#isNullable(scope, result));
  }

  #isSublinkNullable(scope: Scope, node: Node): boolean {
    const kind = numberAt(node, "subLinkType");
    if (kind === SUBLINK.exists || kind === SUBLINK.array) return false;
    const query = nodeAt(node, "subselect");
    if (kind !== SUBLINK.expression || !query) return true;
    // Only a query without FROM, or an aggregate over all rows, always returns one row.
    const isOneRow =
      (isTrue(query, "hasAggs") || nodesAt(nodeAt(query, "jointree") ?? query, "fromlist").length === 0) &&
      nodesAt(query, "groupClause").length === 0 &&
      !nodeAt(query, "havingQual") &&
      !nodeAt(query, "limitCount") &&
      !nodeAt(nodeAt(query, "jointree") ?? query, isTrue(query, "hasAggs") ? "" : "quals");
    return !isOneRow || this.#isOutputNullable([query, ...scope], 0);
  }

  #isVariableNullable(scope: Scope, variable: Node): boolean {
    const inner = scope.slice(numberAt(variable, "varlevelsup"));
    const [query] = inner;
    if (!query) return true;
    const guards = this.#guards.get(query) ?? guardsOf(this.#catalog, query, []);
    this.#guards.set(query, guards);
    if (guards.values.has(variableKey(variable))) return false;
    if (numbersAt(variable, "varnullingrels").some((join) => !guards.joins.has(join))) return true;
    const place = numberAt(variable, "varattno");
    const table = nodesAt(query, "rtable")[numberAt(variable, "varno") - 1];
    return !table || this.#isColumnNullable(inner, table, place, guards.columns.get(numberAt(variable, "varno")) ?? []);
  }

  #isColumnNullable(scope: Scope, table: Node, place: number, present: readonly number[]): boolean {
    // Whole rows and system columns.
    if (place <= 0) return false;
    switch (numberAt(table, "rtekind")) {
      case RTE.relation:
        return !this.#catalog.column(numberAt(table, "relid"), place)?.isNotNull;
      case RTE.subquery: {
        const subquery = nodeAt(table, "subquery");
        return !subquery || this.#isOutputNullable([subquery, ...scope], place - 1, present);
      }
      case RTE.join:
        return this.#isExpressionNullable(scope, nodesAt(table, "joinaliasvars")[place - 1]);
      case RTE.group:
        return this.#isExpressionNullable(scope, nodesAt(table, "groupexprs")[place - 1]);
      case RTE.function: {
        const columns = nodesAt(table, "functions").reduce((sum, one) => sum + numberAt(one, "funccolcount"), 0);
        // The ordinality follows the function's own columns.
        return !(isTrue(table, "funcordinality") && place > columns);
      }
      case RTE.values: {
        const rows = table.fields.values_lists;
        return !Array.isArray(rows) || rows.some((row) => this.#isExpressionNullable(scope, itemAt(row, place - 1)));
      }
      case RTE.cte:
        return this.#isCteColumnNullable(scope, table, place, present);
      default:
        return true;
    }
  }

  #isExpressionNullable(scope: Scope, expression: Node | undefined): boolean {
    return !expression || this.#isNullable(scope, expression);
  }

  #isCteColumnNullable(scope: Scope, table: Node, place: number, present: readonly number[]): boolean {
    const name = textAt(table, "ctename");
    const outer = scope.slice(numberAt(table, "ctelevelsup"));
    const [query] = outer;
    const cte = query && nodesAt(query, "cteList").find((one) => textAt(one, "ctename") === name);
    const inside = cte && nodeAt(cte, "ctequery");
    if (!inside) return true;
    // The first branch of a recursive query decides; the recursive branch adds nothing.
    const key = `${name}.${place}.${outer.length}`;
    if (this.#open.has(key)) return false;
    this.#open.add(key);
    const result = this.#isOutputNullable([inside, ...outer], place - 1, present);
    this.#open.delete(key);
    return result;
  }
}

function expressionAt(entries: readonly Node[], index: number): Node | undefined {
  const entry = entries[index];
  return entry && nodeAt(entry, "expr");
}

/** Whether the elements of an array are listed, so that no unknown element is null. */
function isList(array: Node | undefined): boolean {
  return array?.kind === "ARRAYEXPR";
}

function isConstantNull(expression: Node | undefined): boolean {
  return expression?.kind === "CONST" && isTrue(expression, "constisnull");
}

function itemAt(list: Value, index: number): Node | undefined {
  const item = Array.isArray(list) ? list[index] : undefined;
  return isNode(item) ? item : undefined;
}

function branchesOf(query: Node, operations: Node): Node[] {
  return ["larg", "rarg"].flatMap((side) => {
    const branch = nodeAt(operations, side);
    if (!branch) return [];
    if (branch.kind === "SETOPERATIONSTMT") return branchesOf(query, branch);
    const table = nodesAt(query, "rtable")[numberAt(branch, "rtindex") - 1];
    const subquery = table && nodeAt(table, "subquery");
    return subquery ? [subquery] : [];
  });
}
