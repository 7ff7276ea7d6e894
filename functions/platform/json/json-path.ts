import { jsonpath } from 'json-p3';
import { canonicalDecimal } from '../values/canonical-decimal.ts';

/** What one step of a path selects among the children of a node. */
type Selector =
  | { type: 'name'; name: string }
  | { type: 'index'; index: number }
  | { type: 'any' }
  | { type: 'filter'; filter: Filter };

/** `[?@.a.b=='v']`: the member path and the value that it must have; `equals` is a number's canonical decimal. */
export interface Filter {
  names: readonly string[];
  type: 'string' | 'number' | 'boolean' | 'null';
  equals: string;
}

/** One step of a path: `descend` is `..`. */
export interface Step {
  descend: boolean;
  selectors: readonly Selector[];
}

/** Maximum characters of a path. */
export const MAX_PATH_LENGTH = 1000;
/** Maximum steps of a path. */
const MAX_PATH_STEPS = 32;
/** Maximum brackets and parentheses that are open at one place of a path. */
const MAX_OPEN = 8;

/** Completes “path must be …” in errors. */
export const JSON_PATH_FORM =
  "a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters";

/**
 * Parses a path as compare rules and `redact` use it (interface 11): RFC 9535 with names, indices, `*`, `..` and
 * `[?@.key=='v']`; `$.` may be omitted. Null for every other text.
 */
export function parseJsonPath(text: string): Step[] | null {
  if (text.length > MAX_PATH_LENGTH || isNested(text)) return null;
  const steps = stepsOf(text);
  return steps !== null && steps.length <= MAX_PATH_STEPS ? steps : null;
}

/**
 * Steps that select at least what any JSONPath selects, for paths that earlier versions accepted: `*` for each selector
 * that cannot be read, the first 32 steps of a longer path, and the whole document for a text that is not a path.
 */
export function coveringSteps(text: string): Step[] {
  const steps = isNested(text) ? null : segmentsOf(text);
  return (steps ?? []).slice(0, MAX_PATH_STEPS).map(({ descend, selectors }) => ({
    descend,
    selectors: selectors.map((selector) => selector ?? { type: 'any' }),
  }));
}

/** Parses the steps of a path or of a normalised subject of any length; null if it is invalid. */
export function stepsOf(text: string): Step[] | null {
  const steps = segmentsOf(text)?.map(({ descend, selectors }) =>
    selectors.every((selector) => selector !== null) ? { descend, selectors } : null,
  );
  return steps?.every((step) => step !== null) ? steps : null;
}

/** The segments of a path, with null for each selector that cannot be read; null if the text is not JSONPath. */
function segmentsOf(text: string): { descend: boolean; selectors: (Selector | null)[] }[] | null {
  try {
    return jsonpath.compile(fullJsonPath(text)).segments.map((segment) => ({
      descend: segment.toString().startsWith('..'),
      selectors: segment.selectors.map(selectorOf),
    }));
  } catch (error) {
    if (error instanceof jsonpath.JSONPathError) return null;
    throw error;
  }
}

/** Returns the full JSONPath (RFC 9535) of a path whose leading `$.` may be omitted (interface 11). */
export function fullJsonPath(path: string): string {
  if (path.startsWith('$')) return path;
  return path.startsWith('[') || path.startsWith('.') ? `$${path}` : `$.${path}`;
}

/** The parser recurses at brackets, parentheses and `!`, of which a path needs few. */
function isNested(path: string): boolean {
  let open = 0;
  let quote = '';
  for (let at = 0; at < path.length; at++) {
    const character = path.charAt(at);
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '!') return true;
    else if (character === '[' || character === '(') {
      if (++open > MAX_OPEN) return true;
    } else if (character === ']' || character === ')') open--;
  }
  return false;
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
  const value = literalOf(expression.right);
  return names === null || value === null ? null : { names, ...value };
}

function memberNames({ segments }: jsonpath.JSONPathQuery): string[] | null {
  const names = segments.map(({ selectors: [selector, another] }) =>
    selector instanceof jsonpath.selectors.NameSelector && another === undefined ? selector.name : null,
  );
  return names.every((name) => name !== null) ? names : null;
}

function literalOf(expression: jsonpath.expressions.FilterExpression): Pick<Filter, 'type' | 'equals'> | null {
  const { StringLiteral, NumberLiteral, BooleanLiteral, NullLiteral } = jsonpath.expressions;
  if (expression instanceof NullLiteral) return { type: 'null', equals: 'null' };
  if (expression instanceof StringLiteral) return { type: 'string', equals: expression.value };
  // As it was written: its value has lost the digits that a double cannot hold.
  if (expression instanceof NumberLiteral) return { type: 'number', equals: canonicalDecimal(expression.token.value) };
  return expression instanceof BooleanLiteral ? { type: 'boolean', equals: String(expression.value) } : null;
}
