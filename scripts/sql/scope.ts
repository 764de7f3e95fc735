import {
  type ArrowFunction,
  type BindingElement,
  type CallExpression,
  type Expression,
  type FunctionDeclaration,
  type Identifier,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isShorthandPropertyAssignment,
  isSourceFile,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
  type VariableDeclaration,
} from "typescript/unstable/ast";
import type { Checker } from "typescript/unstable/sync";

/** Methods that change an array. */
const CHANGES = new Set(["push", "unshift", "pop", "shift", "splice", "fill", "sort", "reverse"]);

export type Callable = FunctionDeclaration | ArrowFunction;
/** Equivalent conditions have the same `key`: `x`, `x !== undefined`, `!(x === null)`. */
export type Condition = { key: string; isNegated: boolean };
export type Callers = { key: string; calls: readonly CallExpression[] };

/** Resolves names inside the functions of one file. */
export class Scope {
  readonly source: SourceFile;
  readonly checker: Checker;
  readonly #declarations = new Map<Identifier, Node | undefined>();

  constructor(source: SourceFile, checker: Checker) {
    this.source = source;
    this.checker = checker;
  }

  textOf(node: Node): string {
    return node.getText(this.source);
  }

  /**
   * Returns the declaration of a name inside a function of this file; undefined for names that the whole module sees.
   */
  declarationOf(name: Identifier): Node | undefined {
    if (!this.#declarations.has(name)) this.#declarations.set(name, this.#findDeclaration(name));
    return this.#declarations.get(name);
  }

  #findDeclaration(name: Identifier): Node | undefined {
    const symbol = isShorthandPropertyAssignment(name.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.checker.getSymbolAtLocation(name);
    const declaration = symbol?.valueDeclaration?.resolve();
    if (!declaration || declaration.getSourceFile().fileName !== this.source.fileName) return undefined;
    return functionAround(declaration) ? declaration : undefined;
  }

  /** Returns the initializer of a local constant; undefined for a variable that changes later. */
  initializerOf(declaration: Node | undefined): Expression | undefined {
    if (!declaration || !isVariableDeclaration(declaration) || !this.#isConstant(declaration)) return undefined;
    return declaration.initializer;
  }

  #isConstant(declaration: VariableDeclaration): boolean {
    if (!/^const\b/.test(this.textOf(declaration.parent))) return false;
    if (!isIdentifier(declaration.name)) return true;
    const { text } = declaration.name;
    const isChanged = (node: Node): boolean =>
      (isPropertyAccessExpression(node) &&
        isIdentifier(node.expression) &&
        node.expression.text === text &&
        CHANGES.has(node.name.text)) ||
      node.forEachChild(isChanged) === true;
    return !isChanged(functionAround(declaration) ?? this.source);
  }

  condition(node: Node): Condition {
    if (isParenthesizedExpression(node)) return this.condition(node.expression);
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      const { key, isNegated } = this.condition(node.operand);
      return { key, isNegated: !isNegated };
    }
    if (isBinaryExpression(node) && /^(undefined|null)$/.test(this.textOf(node.right))) {
      const { key, isNegated } = this.condition(node.left);
      const isEquality = node.operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken;
      return { key, isNegated: isNegated !== isEquality };
    }
    const initializer = isIdentifier(node) ? this.initializerOf(this.declarationOf(node)) : undefined;
    return initializer ? this.condition(initializer) : { key: `whether ${this.keyOf(node)}`, isNegated: false };
  }

  /**
   * Returns a key for the value that an expression reads. After `const { matches } = page` the key of `matches` is
   * `page.matches`.
   */
  keyOf(node: Node): string {
    const declaration = isIdentifier(node) ? this.declarationOf(node) : undefined;
    const owner = declaration && isBindingElement(declaration) ? declaration.parent.parent : undefined;
    if (!owner || !isVariableDeclaration(owner) || !owner.initializer) return this.textOf(node);
    return `${this.textOf(owner.initializer)}.${this.propertyOf(declaration as BindingElement)}`;
  }

  /** Returns the property that a name in a pattern reads. */
  propertyOf({ propertyName, name }: BindingElement): string {
    const taken = propertyName ?? name;
    return taken ? this.textOf(taken) : "";
  }

  /** Returns all calls of a helper that only this file can call. */
  callersOf(callable: Callable): Callers | undefined {
    const name = this.#nameOf(callable);
    if (!name) return undefined;
    const symbol = this.checker.getSymbolAtLocation(name);
    const calls: CallExpression[] = [];
    const visit = (node: Node): void => {
      const isCall = isCallExpression(node) && isIdentifier(node.expression) && node.expression.text === name.text;
      if (isCall && this.checker.getSymbolAtLocation(node.expression)?.id === symbol?.id) calls.push(node);
      node.forEachChild(visit);
    };
    visit(this.source);
    return calls.length > 0 ? { key: `callers of ${name.text}`, calls } : undefined;
  }

  #nameOf(callable: Callable): Identifier | undefined {
    if (isFunctionDeclaration(callable)) {
      return /^export\b/.test(this.textOf(callable)) ? undefined : callable.name;
    }
    const { parent } = callable;
    const isHelper = isVariableDeclaration(parent) && functionAround(parent) && isIdentifier(parent.name);
    return isHelper ? (parent.name as Identifier) : undefined;
  }
}

function functionAround(node: Node): Node | undefined {
  let around = node.parent;
  while (!isSourceFile(around) && !isFunctionDeclaration(around) && !isArrowFunction(around)) around = around.parent;
  return isSourceFile(around) ? undefined : around;
}
