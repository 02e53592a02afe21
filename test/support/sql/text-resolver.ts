import ts from 'typescript';
import { HOLE } from './statements.js';

/** A part of a text and its literal; without one, a part that cannot be resolved. */
interface Piece {
  text: string;
  from?: ts.Node;
}
export type SqlText = readonly Piece[];

type Bound = ReadonlyMap<ts.Symbol, ts.Expression>;

const MOST_VARIANTS = 64;
const MOST_DEPTH = 12;

const UNKNOWN: SqlText = [{ text: HOLE }];
const joined = (parts: readonly (readonly SqlText[])[]): SqlText[] =>
  parts.reduce<SqlText[]>(
    (texts, part) => texts.flatMap((text) => part.map((more) => [...text, ...more])).slice(0, MOST_VARIANTS),
    [[]],
  );

/** Resolves expressions of a program to their possible texts, as far as possible from the source. */
export class TextResolver {
  private readonly calls = new Map<ts.Symbol, ts.CallExpression[]>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** Records the calls of each function, so that a parameter can be resolved to its arguments. */
  learn(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) {
        const callee = this.symbolOf(node.expression);
        if (callee) this.calls.set(callee, [...(this.calls.get(callee) ?? []), node]);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Every text that an expression can be; at most 64. */
  of(expression: ts.Expression, bound: Bound = new Map(), depth = 0): SqlText[] {
    const again = (inner: ts.Expression): SqlText[] => this.of(inner, bound, depth + 1);
    if (depth > MOST_DEPTH) return [UNKNOWN];
    if (ts.isStringLiteralLike(expression)) return [[{ text: expression.text, from: expression }]];
    if (ts.isTemplateExpression(expression))
      return joined([
        [[{ text: expression.head.text, from: expression.head }]],
        ...expression.templateSpans.flatMap(({ expression: inner, literal }) => [
          again(inner),
          [[{ text: literal.text, from: literal }]],
        ]),
      ]);
    if (
      ts.isParenthesizedExpression(expression) ||
      ts.isAsExpression(expression) ||
      ts.isSatisfiesExpression(expression)
    )
      return again(expression.expression);
    if (ts.isNonNullExpression(expression)) return again(expression.expression);
    if (ts.isConditionalExpression(expression)) return [...again(expression.whenTrue), ...again(expression.whenFalse)];
    if (ts.isBinaryExpression(expression)) return this.binary(expression, again);
    if (ts.isCallExpression(expression)) return this.call(expression, bound, depth);
    if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression))
      return this.property(expression, bound, depth);
    if (ts.isIdentifier(expression)) return this.name(expression, bound, depth);
    return [UNKNOWN];
  }

  private binary(expression: ts.BinaryExpression, again: (inner: ts.Expression) => SqlText[]): SqlText[] {
    const kind = expression.operatorToken.kind;
    if (kind === ts.SyntaxKind.PlusToken) return joined([again(expression.left), again(expression.right)]);
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
      return [...again(expression.left), ...again(expression.right)];
    return [UNKNOWN];
  }

  private name(expression: ts.Identifier, bound: Bound, depth: number): SqlText[] {
    const symbol = this.symbolOf(expression);
    const passed = symbol && bound.get(symbol);
    if (passed) return this.of(passed, new Map(), depth + 1);
    const declaration = symbol?.valueDeclaration;
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && isConst(declaration))
      return this.of(declaration.initializer, bound, depth + 1);
    if (declaration && ts.isParameter(declaration)) return this.parameter(expression, declaration, depth);
    return [UNKNOWN];
  }

  /** The arguments that callers pass for a parameter that names a table. */
  private parameter(expression: ts.Identifier, declaration: ts.ParameterDeclaration, depth: number): SqlText[] {
    const owner = declaration.parent;
    const named = ts.isVariableDeclaration(owner.parent) ? owner.parent.name : owner.name;
    const symbol = named && this.symbolOf(named);
    const index = owner.parameters.indexOf(declaration);
    const passed = (symbol && this.calls.get(symbol))?.flatMap(({ arguments: given }) => given[index] ?? []) ?? [];
    const texts = passed.flatMap((argument) => this.of(argument, new Map(), depth + 1));
    return texts.length > 0 && texts.every((text) => text.every(({ from }) => from)) ? texts : [UNKNOWN];
  }

  private property(
    expression: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    bound: Bound,
    depth: number,
  ): SqlText[] {
    const object = this.literal(expression.expression, bound);
    if (!object) return [UNKNOWN];
    const wanted = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : ts.isStringLiteralLike(expression.argumentExpression)
        ? expression.argumentExpression.text
        : undefined;
    const values = object.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) && (wanted === undefined || property.name.getText() === wanted)
        ? [property.initializer]
        : [],
    );
    return values.length > 0
      ? values.flatMap((value) => this.of(value, bound, depth + 1)).slice(0, MOST_VARIANTS)
      : [UNKNOWN];
  }

  /** The object literal that a constant is. */
  literal(expression: ts.Expression, bound: Bound = new Map()): ts.ObjectLiteralExpression | undefined {
    if (ts.isObjectLiteralExpression(expression)) return expression;
    if (
      ts.isAsExpression(expression) ||
      ts.isSatisfiesExpression(expression) ||
      ts.isParenthesizedExpression(expression)
    )
      return this.literal(expression.expression, bound);
    const symbol = ts.isIdentifier(expression) ? this.symbolOf(expression) : undefined;
    const passed = symbol && bound.get(symbol);
    if (passed) return this.literal(passed);
    const declaration = symbol?.valueDeclaration;
    return declaration && ts.isVariableDeclaration(declaration) && declaration.initializer && isConst(declaration)
      ? this.literal(declaration.initializer)
      : undefined;
  }

  /** The function that a call names, if it does nothing but answer with an expression. */
  private call(expression: ts.CallExpression, bound: Bound, depth: number): SqlText[] {
    const callee = expression.expression;
    if (ts.isPropertyAccessExpression(callee)) {
      if (callee.name.text === 'trim') return this.of(callee.expression, bound, depth + 1);
      if (callee.name.text === 'join' && ts.isArrayLiteralExpression(callee.expression))
        return joined(
          callee.expression.elements.flatMap((element, index) => [
            index === 0 || !expression.arguments[0] ? [[]] : this.of(expression.arguments[0], bound, depth + 1),
            this.of(element, bound, depth + 1),
          ]),
        );
    }
    const declaration = this.symbolOf(callee)?.valueDeclaration;
    const called =
      declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
        ? declaration.initializer
        : declaration;
    if (!called || !(ts.isArrowFunction(called) || ts.isFunctionDeclaration(called))) return [UNKNOWN];
    const answer = called.body && ts.isBlock(called.body) ? onlyAnswer(called.body) : called.body;
    if (!answer) return [UNKNOWN];
    const passed = new Map(bound);
    called.parameters.forEach((parameter, index) => {
      const symbol = this.symbolOf(parameter.name);
      const argument = expression.arguments[index] ?? parameter.initializer;
      if (symbol && argument) passed.set(symbol, resolved(argument, bound, this));
    });
    return this.of(answer as ts.Expression, passed, depth + 1);
  }
}

const resolved = (argument: ts.Expression, bound: Bound, texts: TextResolver): ts.Expression => {
  const symbol = ts.isIdentifier(argument) ? texts.symbolOf(argument) : undefined;
  return (symbol && bound.get(symbol)) ?? argument;
};

const isConst = (declaration: ts.VariableDeclaration): boolean =>
  ts.isVariableDeclarationList(declaration.parent) && (declaration.parent.flags & ts.NodeFlags.Const) !== 0;

function onlyAnswer({ statements }: ts.Block): ts.Expression | undefined {
  const [only] = statements;
  return statements.length === 1 && only && ts.isReturnStatement(only) ? only.expression : undefined;
}
