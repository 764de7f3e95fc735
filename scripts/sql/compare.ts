import { isTypeAliasDeclaration } from "typescript/unstable/ast";
import type { Checker, Program, Type } from "typescript/unstable/sync";
import { TypeFlags } from "typescript/unstable/sync";
import type { Description, ResultColumn } from "./describe-statement.ts";

type Property = { name: string; type: Type };

/**
 * A difference between a statement and its declaration. `explained` names the comment that explains it: `// Not null:
 * "column". Reason.` or `// Narrowed: "column". Reason.` `always`: the difference counts only where every variant has
 * it.
 */
export type Difference = {
  message: string;
  explained?: { by: "Not null" | "Narrowed"; column: string };
  always?: true;
};

/** TypeScript types by PostgreSQL type. */
export type WireTypes = { received: ReadonlyMap<string, Type>; sent: ReadonlyMap<string, Type> };

/** Reads the two tables of `wire-types.ts`. */
export function readWireTypes(program: Program, checker: Checker, file: string): WireTypes {
  const source = program.getSourceFile(file);
  if (!source) throw new Error(`${file} is not part of the program`);
  const table = (name: string) => {
    const declaration = source.statements.find((one) => isTypeAliasDeclaration(one) && one.name.text === name);
    const type = declaration && isTypeAliasDeclaration(declaration) && checker.getTypeAtLocation(declaration.name);
    return new Map(type ? propertiesOf(checker, type).map((one) => [one.name, one.type]) : []);
  };
  return { received: table("Received"), sent: table("Sent") };
}

/** Compares the rows that a statement returns with their declared type. */
export function compareRows(checker: Checker, wire: WireTypes, declared: Type, description: Description): Difference[] {
  if (checker.isTupleType(declared)) return compareTuple(checker, wire, declared, description.columns);
  const members = membersOf(declared).map((type) => propertiesOf(checker, type));
  const names = new Set(members.flat().map(({ name }) => name));
  const returned = new Set(description.columns.map(({ name }) => name));
  const differences: Difference[] = [
    ...[...names].filter((name) => !returned.has(name)).map((name) => `"${name}" is declared, but not returned`),
    ...[...returned].filter((name) => !names.has(name)).map((name) => `"${name}" is returned, but not declared`),
    ...duplicates(description.columns).map((name) => `"${name}" is returned twice`),
  ].map((message) => ({ message }));
  for (const member of members) {
    const present = presentIn(member, members);
    const columns = present.length > 0 ? description.columnsWhere(present) : description.columns;
    for (const { name, type } of member) {
      const column = columns.find((one) => one.name === name);
      // A null in one member of a union is the row in which an outer join found nothing.
      if (column && !(type.flags & TypeFlags.Null)) differences.push(...compareColumn(checker, wire, type, column));
    }
  }
  return differences;
}

/** Columns that are not null in this member of a union and null in another member. */
function presentIn(member: readonly Property[], members: readonly (readonly Property[])[]): string[] {
  const isNull = ({ type }: Property) => (type.flags & TypeFlags.Null) !== 0;
  return member
    .filter((own) => !isNull(own) && members.some((other) => other.some((one) => one.name === own.name && isNull(one))))
    .map(({ name }) => name);
}

function compareTuple(
  checker: Checker,
  wire: WireTypes,
  declared: Type,
  columns: readonly ResultColumn[],
): Difference[] {
  const types = checker.getTypeArguments(declared as never);
  if (types.length !== columns.length) {
    return [{ message: `${types.length} columns are declared, ${columns.length} are returned` }];
  }
  return columns.flatMap((column, index) => compareColumn(checker, wire, types[index] as Type, column));
}

function compareColumn(checker: Checker, wire: WireTypes, declared: Type, column: ResultColumn): Difference[] {
  const { name, type, isNullable } = column;
  const received = wire.received.get(type);
  if (!received) return [{ message: `"${name}" is of type ${type}, which wire-types.ts does not have` }];
  const differences: Difference[] = [];
  const parts = membersOf(declared);
  const isDeclaredNullable = parts.some((one) => one.flags & TypeFlags.Null);
  if (parts.some((one) => one.flags & TypeFlags.Undefined))
    differences.push({ message: `"${name}" is never undefined` });
  if (isNullable && !isDeclaredNullable) {
    differences.push({ message: `"${name}" can be null`, explained: { by: "Not null", column: name } });
  }
  if (!isNullable && isDeclaredNullable) differences.push({ message: `"${name}" is never null`, always: true });
  const values = parts.filter((one) => !(one.flags & (TypeFlags.Null | TypeFlags.Undefined)));
  return [...differences, ...compareValueTypes(checker, received, values, column)];
}

function compareValueTypes(
  checker: Checker,
  received: Type,
  declared: readonly Type[],
  { name, type, values: allowed }: ResultColumn,
): Difference[] {
  // The catalogue does not describe the contents of JSON.
  if (received.flags & TypeFlags.Unknown) return [];
  const literals = declared.flatMap((one) => (one.isStringLiteralType() || one.isNumberLiteralType() ? [one] : []));
  const isNarrowed = literals.length > 0 && literals.length === declared.length;
  const isWithin = declared.every((one) => checker.isTypeAssignableTo(one, received));
  const isWhole = declared.some((one) => checker.isTypeAssignableTo(received, one)) || coversBoolean(declared);
  if (!isWithin || !(isWhole || isNarrowed)) {
    const shown = declared.map((one) => checker.typeToString(one)).join(" | ");
    return [
      { message: `"${name}" is ${type}, which arrives as ${checker.typeToString(received)}; declared is ${shown}` },
    ];
  }
  if (!isNarrowed || !allowed) return [];
  const named = literals.map((one) => String(one.value));
  const foreign = named.filter((one) => !allowed.includes(one));
  const missing = allowed.filter((one) => !named.includes(one));
  return [
    ...(foreign.length > 0
      ? [{ message: `"${name}" is never ${foreign.join(", ")}: a check constraint forbids it` }]
      : []),
    ...(missing.length > 0
      ? [
          {
            message: `"${name}" can also be ${missing.join(", ")}`,
            explained: { by: "Narrowed" as const, column: name },
          },
        ]
      : []),
  ];
}

function coversBoolean(types: readonly Type[]): boolean {
  return types.filter((one) => one.isBooleanLiteralType()).length === 2;
}

/** Compares the values of a statement with its parameters. */
export function compareValues(
  checker: Checker,
  wire: WireTypes,
  sent: readonly Type[],
  parameters: readonly string[],
): Difference[] {
  if (sent.length !== parameters.length) {
    return [{ message: `the statement has ${parameters.length} parameters, and ${sent.length} values are sent` }];
  }
  const differences = parameters.flatMap((parameter, index) => {
    const type = sent[index] as Type;
    const wanted = wire.sent.get(parameter);
    if (!wanted) return [`$${index + 1} is of type ${parameter}, which wire-types.ts does not have`];
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown))
      return [`$${index + 1} is ${parameter}; what is sent has no type`];
    const parts = membersOf(type).filter((one) => !(one.flags & (TypeFlags.Null | TypeFlags.Undefined)));
    const isJson = parameter.startsWith("json") && !parameter.endsWith("[]");
    const isGood = parts.every(
      (one) => checker.isTypeAssignableTo(one, wanted) && !(isJson && checker.isArrayLikeType(one)),
    );
    return isGood ? [] : [`$${index + 1} is ${parameter}; what is sent is ${checker.typeToString(type)}`];
  });
  return differences.map((message) => ({ message }));
}

export function canBeNull(type: Type): boolean {
  const empty = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown;
  return membersOf(type).some((one) => (one.flags & empty) !== 0);
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? type.getTypes() : [type];
}

function propertiesOf(checker: Checker, type: Type): Property[] {
  return checker.getPropertiesOfType(type).flatMap((symbol) => {
    const own = checker.getTypeOfSymbol(symbol);
    return own ? { name: symbol.name, type: own } : [];
  });
}

function duplicates(columns: readonly ResultColumn[]): string[] {
  const names = columns.map(({ name }) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
