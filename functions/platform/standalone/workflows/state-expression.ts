import jsonata from 'jsonata';
import type { Json } from '../../world.ts';
import { StateError } from './state-error.ts';

/** What `{% … %}` may read: the members of `$states` available in its place, and the variables of `Assign`. */
export interface Scope {
  states: { input: Json; result?: Json; errorOutput?: Json; context: Json };
  variables: Readonly<Record<string, Json>>;
}

/**
 * A value of a state machine file with compiled expressions; evaluates to JSON or fails with
 * States.QueryEvaluationError.
 */
export type Template = (scope: Scope) => Promise<Json>;

/** The names that an expression in one place of the file may use. */
export interface Names {
  members: readonly string[];
  variables: ReadonlySet<string>;
}

/** JSONata 2.0.6 without `$eval`, the clock and randomness: a repeated execution must compute the same values. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `abs append assert average base64decode base64encode boolean ceil contains count decodeUrl decodeUrlComponent distinct
   each encodeUrl encodeUrlComponent error exists filter floor formatBase formatInteger formatNumber fromMillis join keys
   length lookup lowercase map match max merge min not number pad parseInteger power reduce replace reverse round shuffle
   sift single sort split spread sqrt string substring substringAfter substringBefore sum toMillis trim type uppercase
   zip`
    .split(/\s+/)
    .filter((name) => name !== 'shuffle'),
);

const isExpression = (text: string) => /^\{%[\s\S]*%\}$/.test(text);

/** Compiles a payload template; calls `refuse`, which throws, for an expression that is not supported here. */
export function template(value: Json, names: Names, refuse: (why: string) => never): Template {
  if (typeof value === 'string') {
    if (isExpression(value)) return expression(value.slice(2, -2), names, refuse);
    if (value.startsWith('{%') || value.endsWith('%}')) return refuse('has an expression that does not end or begin');
    return async () => value;
  }
  if (value === null || typeof value !== 'object') return async () => value;
  if (Array.isArray(value)) {
    const members = value.map((member) => template(member, names, refuse));
    return (scope) => Promise.all(members.map((member) => member(scope)));
  }
  // A state machine is read from JSON, so no member is undefined.
  const members = Object.entries(value).map(
    ([name, member = null]) => [name, template(member, names, refuse)] as const,
  );
  return async (scope) =>
    Object.fromEntries(await Promise.all(members.map(async ([name, member]) => [name, await member(scope)] as const)));
}

function expression(source: string, names: Names, refuse: (why: string) => never): Template {
  const { compiled, nodes, bound } = parse(source, refuse);
  for (const node of nodes) {
    const [first, second] = stepsOf(node);
    if (isVariable(first) && first.value === 'states' && !names.members.includes(String(second?.value)))
      refuse(`names $states.${String(second?.value)}, which is not known there`);
    if (!isVariable(node) || node.value === 'states') continue;
    const name = String(node.value);
    if (!FUNCTIONS.has(name) && !bound.has(name) && !names.variables.has(name)) refuse(`names the unknown $${name}`);
  }
  const plainValue = plainPath(source);
  return async ({ states, variables }) => {
    const plain = plainValue(states);
    if (plain !== undefined) return plain;
    const value: unknown = await compiled.evaluate(undefined, { ...variables, states }).catch((cause: unknown) => {
      throw new StateError('States.QueryEvaluationError', 'an expression failed', { cause });
    });
    const text = typeof value === 'function' ? undefined : JSON.stringify(value);
    if (text === undefined) throw new StateError('States.QueryEvaluationError', 'an expression gave no value');
    // JSON.parse returns JSON; the detour drops the properties that JSONata attaches to its sequences.
    return JSON.parse(text) as Json;
  };
}

/** Most expressions are names below `$states`. */
const PATH = /^\s*\$states((?:\.[A-Za-z_]\w*)+)\s*$/;

/**
 * Reads a path of plain names without JSONata: the text, number, boolean or null there. Undefined for another
 * expression, and where JSONata has more to say: for lists and objects, and where nothing is there.
 */
function plainPath(source: string): (states: Scope['states']) => Plain | undefined {
  const names = PATH.exec(source)?.[1]?.slice(1).split('.');
  return (states) => {
    if (names === undefined) return undefined;
    let value: unknown = states;
    for (const name of names) {
      if (!isNode(value) || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return isPlain(value) ? value : undefined;
  };
}

type Plain = Exclude<Json, object>;

const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Expressions by their source. The files repeat a few of them often, and each start of the service parses all files.
 */
const parsed = new Map<string, { compiled: jsonata.Expression; nodes: readonly Node[]; bound: ReadonlySet<string> }>();

function parse(source: string, refuse: (why: string) => never) {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  let compiled: jsonata.Expression;
  try {
    compiled = jsonata(source);
  } catch {
    return refuse('has an expression that JSONata cannot read');
  }
  const nodes = [...nodesOf(compiled.ast())];
  const entry = { compiled, nodes, bound: new Set(nodes.flatMap(boundBy)) };
  parsed.set(source, entry);
  return entry;
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isVariable = (node: Node | undefined): node is Node => node?.type === 'variable';
const stepsOf = (node: Node): Node[] =>
  node.type === 'path' && Array.isArray(node.steps) ? node.steps.filter(isNode) : [];

function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) yield value;
  for (const member of Object.values(value)) yield* nodesOf(member);
}

/** Variables bound by `:=` and by parameters of a function, and the context `$` inside predicates and functions. */
function boundBy(node: Node): string[] {
  if (node.type === 'bind' && isNode(node.lhs)) return [String(node.lhs.value)];
  if (node.type === 'lambda' && Array.isArray(node.arguments))
    return node.arguments.filter(isNode).map(({ value }) => String(value));
  return node.type === 'path' || node.type === 'filter' ? [''] : [];
}
