/** A node of PostgreSQL's parse tree, as `pg_node_tree` prints it. */
export type Node = { kind: string; fields: Record<string, Value> };
/** `undefined` is the null pointer. A list of numbers may be a bitmap set; its leading letter is removed. */
export type Value = Node | readonly Value[] | string | undefined;

const TOKEN = /\(|\)|\{|\}|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}\\])+/gs;

/** Parses the text of a `pg_node_tree` value. */
export function parseNodeTree(text: string): Value {
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;

  function value(): Value {
    const token = tokens[next++] ?? "";
    if (token === "(") return list();
    if (token === "{") return node();
    if (token === "<>") return undefined;
    return token.startsWith('"') ? unescaped(token.slice(1, -1)) : unescaped(token);
  }

  function list(): Value[] {
    const items: Value[] = [];
    while (next < tokens.length && tokens[next] !== ")") items.push(value());
    next += 1;
    // (b 1 2) is a bitmap set, (i 1 2) and (o 1 2) are lists of integers and object IDs.
    return typeof items[0] === "string" && /^[biox]$/.test(items[0]) ? items.slice(1) : items;
  }

  function node(): Node {
    const kind = tokens[next++] ?? "";
    const fields: Record<string, Value> = {};
    while (next < tokens.length && tokens[next] !== "}") {
      const name = (tokens[next++] ?? "").slice(1);
      fields[name] = value();
      // A constant is printed as its length and its bytes in brackets. Nothing reads them here.
      while (next < tokens.length && tokens[next] !== "}" && !tokens[next]?.startsWith(":")) next += 1;
    }
    next += 1;
    return { kind, fields };
  }

  return value();
}

function unescaped(token: string): string {
  return token.replace(/\\(.)/gs, "$1");
}

export function isNode(value: Value): value is Node {
  return typeof value === "object" && "kind" in value;
}

export function nodeAt(node: Node, field: string): Node | undefined {
  const value = node.fields[field];
  return isNode(value) ? value : undefined;
}

export function nodesAt(node: Node, field: string): Node[] {
  const value = node.fields[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function numberAt(node: Node, field: string): number {
  return Number(node.fields[field]);
}

export function numbersAt(node: Node, field: string): number[] {
  const value = node.fields[field];
  return Array.isArray(value) ? value.map(Number) : [];
}

export function textAt(node: Node, field: string): string {
  const value = node.fields[field];
  return typeof value === "string" ? value : "";
}

export function isTrue(node: Node, field: string): boolean {
  return node.fields[field] === "true";
}

/** Returns the output of a query: its targets, or the RETURNING list of a write. */
export function outputOf(query: Node): Node[] {
  const isWrite = numberAt(query, "commandType") !== 1;
  return nodesAt(query, isWrite ? "returningList" : "targetList").filter((entry) => !isTrue(entry, "resjunk"));
}
