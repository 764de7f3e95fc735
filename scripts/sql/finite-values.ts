import type { Checker, Type } from "typescript/unstable/sync";
import { TypeFlags } from "typescript/unstable/sync";

const MOST_VALUES = 40;

/**
 * Returns the values of a type as JavaScript where there are only a few. An object type with few properties yields all
 * combinations.
 */
export function finiteValues(checker: Checker, type: Type): string[] | undefined {
  if (type.isUnionType()) {
    const all = type.getTypes().map((one) => finiteValues(checker, one));
    return all.every((one) => one !== undefined) && all.flat().length <= MOST_VALUES ? all.flat() : undefined;
  }
  if (type.isBooleanLiteralType() || type.isNumberLiteralType()) return [String(type.value)];
  if (type.isStringLiteralType()) return [JSON.stringify(type.value)];
  if (type.flags & TypeFlags.Boolean) return ["true", "false"];
  if (type.flags & TypeFlags.Null) return ["null"];
  if (type.flags & TypeFlags.Undefined) return ["undefined"];
  return type.isObjectType() && type.getAliasSymbol() ? finiteObjects(checker, type) : undefined;
}

function finiteObjects(checker: Checker, type: Type): string[] | undefined {
  const properties = checker.getPropertiesOfType(type);
  if (properties.length === 0 || properties.length > 4) return undefined;
  let objects = [""];
  for (const property of properties) {
    const own = checker.getTypeOfSymbol(property);
    const values = own && finiteValues(checker, own);
    if (!values) return undefined;
    objects = objects.flatMap((before) => values.map((value) => `${before}${property.name}: ${value}, `));
    if (objects.length > MOST_VALUES) return undefined;
  }
  return objects.map((one) => `({ ${one}})`);
}
