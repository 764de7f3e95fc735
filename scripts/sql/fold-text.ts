import {
  type BindingElement,
  type BindingPattern,
  type Expression,
  type Identifier,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isNonNullExpression,
  isObjectBindingPattern,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
} from "typescript/unstable/ast";
import { finiteValues } from "./finite-values.ts";
import type { Callable, Scope } from "./scope.ts";

/** The expressions that are being emitted. A name declared inside one of them stays unchanged. */
type Roots = readonly Node[];

/**
 * Returns JavaScript that computes an expression at the end of its module. Local constants are replaced by their
 * values. A value that depends on arguments becomes `choose(key, options)` where its type has few values, and
 * `unseen(name)` otherwise.
 */
export function foldText(scope: Scope, expression: Expression): string {
  return new TextFolder(scope).emit(expression, [expression]);
}

class TextFolder {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  emit(node: Node, roots: Roots): string {
    if (isIdentifier(node)) return this.#emitName(node, roots);
    if (isTypeNode(node)) return this.#scope.textOf(node);
    if (this.#isFixed(node, roots)) return this.#splice(node, roots);
    if (isConditionalExpression(node)) {
      const { key, isNegated } = this.#scope.condition(node.condition);
      const [whenTrue, whenFalse] = [node.whenTrue, node.whenFalse].map((one) => this.emit(one, roots));
      return `(${choice(key)} === ${isNegated} ? ${whenFalse} : ${whenTrue})`;
    }
    return this.#emitFinite(node) ?? (this.#isUnseen(node, roots) ? this.#unseen(node) : this.#splice(node, roots));
  }

  #isUnseen(node: Node, roots: Roots): boolean {
    if (isAwaitExpression(node)) return true;
    if (isBinaryExpression(node)) return node.operatorToken.kind !== SyntaxKind.PlusToken;
    if (isCallExpression(node)) return this.#isGiven(node.expression, roots);
    return isPropertyAccessExpression(node) && this.#isGiven(node, roots);
  }

  #unseen(node: Node): string {
    return `unseen(${JSON.stringify(this.#scope.textOf(node))})`;
  }

  #emitFinite(node: Node): string | undefined {
    const hasValue =
      isIdentifier(node) ||
      isPropertyAccessExpression(node) ||
      isBinaryExpression(node) ||
      isPrefixUnaryExpression(node);
    const type = hasValue ? this.#scope.checker.getTypeAtLocation(node) : undefined;
    const values = type && finiteValues(this.#scope.checker, type);
    if (!values) return undefined;
    if (values.some((value) => value !== "true" && value !== "false")) return choice(this.#scope.keyOf(node), values);
    const { key, isNegated } = this.#scope.condition(node);
    return `(${choice(key)} === ${!isNegated})`;
  }

  #emitName(name: Identifier, roots: Roots): string {
    const declaration = this.#scope.declarationOf(name);
    if (!declaration || isInside(declaration, roots)) return name.text;
    if (isBindingElement(declaration)) return this.#emitElement(name, declaration, roots);
    if (isParameterDeclaration(declaration)) return this.#emitParameter(name, declaration, roots);
    const initializer = this.#scope.initializerOf(declaration);
    if (initializer) return `(${this.emit(initializer, [...roots, initializer])})`;
    return this.#emitFinite(name) ?? this.#unseen(name);
  }

  #emitElement(name: Identifier, element: BindingElement, roots: Roots): string {
    const pattern = element.parent as BindingPattern;
    const owner = pattern.parent;
    const initializer = isVariableDeclaration(owner) && !element.dotDotDotToken ? owner.initializer : undefined;
    if (!initializer || (!this.#isFixed(initializer, roots) && this.#isGiven(initializer, roots))) {
      return this.#emitFinite(name) ?? this.#unseen(name);
    }
    const path = isObjectBindingPattern(pattern)
      ? `.${this.#scope.propertyOf(element)}`
      : `[${pattern.elements.indexOf(element as never)}]`;
    return `(${this.emit(initializer, [...roots, initializer])})${path}`;
  }

  #emitParameter(name: Identifier, parameter: ParameterDeclaration, roots: Roots): string {
    const finite = this.#emitFinite(name);
    if (finite) return finite;
    const callable = parameter.parent as Callable;
    const callers = parameter.dotDotDotToken ? undefined : this.#scope.callersOf(callable);
    if (!callers) return this.#unseen(name);
    const place = callable.parameters.indexOf(parameter);
    const given = callers.calls.map((call) => {
      const argument = call.arguments[place];
      return `() => ${argument ? this.emit(argument, [...roots, argument]) : "undefined"}`;
    });
    return `${choice(callers.key, given)}()`;
  }

  /** Emits the node's own text with its names replaced. */
  #splice(node: Node, roots: Roots): string {
    const { source } = this.#scope;
    let result = "";
    let end = node.getStart(source);
    node.forEachChild((child) => {
      result += source.text.slice(end, child.getStart(source)) + this.#emitChild(node, child, roots);
      end = child.getEnd();
    });
    return result + source.text.slice(end, node.getEnd());
  }

  #emitChild(node: Node, child: Node, roots: Roots): string {
    const isName =
      ((isPropertyAccessExpression(node) || isPropertyAssignment(node)) && child === node.name) ||
      isParameterDeclaration(node) ||
      (isBindingElement(node) && child !== node.initializer);
    if (isName && isIdentifier(child)) return child.text;
    const text = this.emit(child, roots);
    return isShorthandPropertyAssignment(node) && isIdentifier(child) ? `${child.text}: ${text}` : text;
  }

  /** Whether no argument of a function changes the node. */
  #isFixed(node: Node, roots: Roots): boolean {
    if (isIdentifier(node)) {
      const declaration = this.#scope.declarationOf(node);
      if (!declaration || isInside(declaration, roots)) return true;
      const owner = isBindingElement(declaration) ? declaration.parent.parent : declaration;
      const initializer = this.#scope.initializerOf(owner);
      return initializer !== undefined && this.#isFixed(initializer, [...roots, initializer]);
    }
    if (isAwaitExpression(node)) return false;
    let isFixed = true;
    node.forEachChild((child) => {
      const isName = (isPropertyAccessExpression(node) && child === node.name) || isTypeNode(child);
      if (isFixed && !isName) isFixed = this.#isFixed(child, [...roots, node]);
    });
    return isFixed;
  }

  /** Whether the value comes from a caller or from the database. */
  #isGiven(node: Node, roots: Roots): boolean {
    const isPart =
      isPropertyAccessExpression(node) ||
      isCallExpression(node) ||
      isNonNullExpression(node) ||
      isParenthesizedExpression(node);
    if (isPart) return this.#isGiven(node.expression, roots);
    if (!isIdentifier(node)) return isAwaitExpression(node);
    const declaration = this.#scope.declarationOf(node);
    if (!declaration || isInside(declaration, roots)) return false;
    if (isParameterDeclaration(declaration)) return !this.#scope.callersOf(declaration.parent as Callable);
    const owner = isBindingElement(declaration) ? declaration.parent.parent : declaration;
    const initializer = isVariableDeclaration(owner) ? owner.initializer : undefined;
    return !initializer || this.#isGiven(initializer, [...roots, initializer]);
  }
}

function choice(key: string, options: readonly string[] = ["true", "false"]): string {
  return `choose(${JSON.stringify(key)}, [${options.join(", ")}])`;
}

function isInside(declaration: Node, roots: Roots): boolean {
  return roots.some((root) => declaration.pos >= root.pos && declaration.end <= root.end);
}
