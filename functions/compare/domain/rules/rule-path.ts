import { jsonpath } from 'json-p3';
import { accept, type Result, refuse } from '../../../platform/result.ts';

/** What one step of a rule's path selects among the children of a node. */
export type Selector =
  | { type: 'name'; name: string }
  | { type: 'index'; index: number }
  | { type: 'any' }
  | { type: 'filter'; filter: Filter };

/** `[?@.a.b=='v']`: the member path and the value that it must have. */
export interface Filter {
  names: readonly string[];
  equals: string | number | boolean | null;
}

/** One step of a path: `descend` is `..`. */
export interface Step {
  descend: boolean;
  selectors: readonly Selector[];
}

/** Maximum characters of a rule's path. */
export const MAX_PATH_LENGTH = 1000;
const MAX_STEPS = 32;

/**
 * Parses a rule's path (interface 11): RFC 9535 with names, indices, `*`, `..` and `[?@.key=='v']`; `$.` may be
 * omitted.
 */
export function readRulePath(text: string): Result<Step[], 'INVALID_RULE'> {
  const steps = text.length > MAX_PATH_LENGTH ? null : stepsOf(text);
  if (steps !== null && steps.length <= MAX_STEPS) return accept(steps);
  return refuse(
    'INVALID_RULE',
    "path must be a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters",
  );
}

/** Parses the steps of a path or of a normalised subject of any length; null if it is invalid. */
export function stepsOf(text: string): Step[] | null {
  try {
    const query = jsonpath.compile(rooted(text));
    const steps = query.segments.map((segment): Step | null => {
      const selectors = segment.selectors.map(selectorOf);
      if (!selectors.every((selector) => selector !== null)) return null;
      return { descend: segment.toString().startsWith('..'), selectors };
    });
    return steps.every((step) => step !== null) ? steps : null;
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError) return null;
    throw error;
  }
}

function rooted(text: string): string {
  if (text.startsWith('$')) return text;
  return text.startsWith('[') || text.startsWith('..') ? `$${text}` : `$.${text}`;
}

function selectorOf(selector: jsonpath.JSONPathSelector): Selector | null {
  const { NameSelector, IndexSelector, WildcardSelector, FilterSelector } = jsonpath.selectors;
  if (selector instanceof NameSelector) return { type: 'name', name: selector.name };
  if (selector instanceof IndexSelector) return { type: 'index', index: selector.index };
  if (selector instanceof WildcardSelector) return { type: 'any' };
  const filter = selector instanceof FilterSelector ? filterOf(selector.expression.expression) : null;
  return filter === null ? null : { type: 'filter', filter };
}

function filterOf(expression: jsonpath.expressions.FilterExpression): Filter | null {
  const { InfixExpression, RelativeQuery } = jsonpath.expressions;
  if (!(expression instanceof InfixExpression) || expression.operator !== '==') return null;
  const names = expression.left instanceof RelativeQuery ? memberNames(expression.left.path) : null;
  const equals = literalOf(expression.right);
  return names === null || equals === undefined ? null : { names, equals };
}

function memberNames({ segments }: jsonpath.JSONPathQuery): string[] | null {
  const names = segments.map(({ selectors: [selector, another] }) =>
    selector instanceof jsonpath.selectors.NameSelector && another === undefined ? selector.name : null,
  );
  return names.every((name) => name !== null) ? names : null;
}

function literalOf(expression: jsonpath.expressions.FilterExpression): Filter['equals'] | undefined {
  const { StringLiteral, NumberLiteral, BooleanLiteral, NullLiteral } = jsonpath.expressions;
  if (expression instanceof NullLiteral) return null;
  return expression instanceof StringLiteral ||
    expression instanceof NumberLiteral ||
    expression instanceof BooleanLiteral
    ? expression.value
    : undefined;
}
