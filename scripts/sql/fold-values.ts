import {
  type ConditionalExpression,
  type Expression,
  type Identifier,
  isArrayLiteralExpression,
  isAsExpression,
  isConditionalExpression,
  isIdentifier,
  isParameterDeclaration,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isSpreadElement,
  type Node,
} from "typescript/unstable/ast";
import type { Type } from "typescript/unstable/sync";
import type { Callable, Scope } from "./scope.ts";
import { type Choose, Unseen } from "./variants.ts";

/**
 * Returns the types of a statement's values in the variant that `choose` selects.
 * @throws Unseen where their number or a type cannot be read
 */
export function foldValues(scope: Scope, node: Node, choose: Choose): Type[] {
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) {
    return foldValues(scope, node.expression, choose);
  }
  if (isConditionalExpression(node)) return foldValues(scope, branchOf(scope, node, choose), choose);
  if (isArrayLiteralExpression(node)) {
    return node.elements.flatMap((one) =>
      isSpreadElement(one) ? foldValues(scope, one.expression, choose) : foldValue(scope, one, choose),
    );
  }
  return (isIdentifier(node) ? valuesBehind(scope, node, choose) : undefined) ?? valuesOfType(scope, node);
}

function foldValue(scope: Scope, node: Expression, choose: Choose): Type {
  if (isConditionalExpression(node)) return foldValue(scope, branchOf(scope, node, choose), choose);
  const initializer = isIdentifier(node) ? scope.initializerOf(scope.declarationOf(node)) : undefined;
  if (initializer && isConditionalExpression(initializer)) return foldValue(scope, initializer, choose);
  return typeOf(scope, node);
}

function branchOf(scope: Scope, node: ConditionalExpression, choose: Choose): Expression {
  const { key, isNegated } = scope.condition(node.condition);
  return choose(key, [true, false]) === isNegated ? node.whenFalse : node.whenTrue;
}

/** Returns the values of a local constant, or those that the callers of a helper pass. */
function valuesBehind(scope: Scope, name: Identifier, choose: Choose): Type[] | undefined {
  const declaration = scope.declarationOf(name);
  const initializer = scope.initializerOf(declaration);
  if (initializer && (isArrayLiteralExpression(initializer) || isConditionalExpression(initializer))) {
    return foldValues(scope, initializer, choose);
  }
  if (!declaration || !isParameterDeclaration(declaration)) return undefined;
  const callable = declaration.parent as Callable;
  const callers = scope.callersOf(callable);
  if (!callers) return undefined;
  const place = callable.parameters.indexOf(declaration);
  const call = choose(callers.key, callers.calls);
  if (declaration.dotDotDotToken) return call.arguments.slice(place).map((one) => typeOf(scope, one));
  const given = call.arguments[place];
  return given && foldValues(scope, given, choose);
}

function valuesOfType(scope: Scope, node: Node): Type[] {
  const type = typeOf(scope, node);
  if (!type.isTypeReference() || !scope.checker.isTupleType(type)) {
    throw new Unseen(`how many values "${scope.textOf(node)}" has`);
  }
  return [...scope.checker.getTypeArguments(type)];
}

function typeOf(scope: Scope, node: Node): Type {
  const type = scope.checker.getTypeAtLocation(node);
  if (!type) throw new Unseen(`the type of "${scope.textOf(node)}"`);
  return type;
}
