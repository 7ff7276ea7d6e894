import { parseSync } from 'vite';

/** A function of a source and how many lines it has, from its first to its last. */
export interface FunctionLength {
  name: string;
  lines: number;
}

/** A node of the syntax tree (ESTree with TypeScript), as far as this walk reads it. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every function of a source: declared, as a method, or as a value. */
export function functionLengths(path: string, source: string): FunctionLength[] {
  const found: FunctionLength[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    if (!isNode(value)) return;
    const own = nameOf(value.id) ?? nameOf(value.key) ?? name;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type))
      found.push({ name: own, lines: source.slice(value.start, value.end).split('\n').length });
    for (const member of Object.values(value)) visit(member, own);
  };
  visit(parseSync(path, source).program, '(module)');
  return found;
}

const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' && typeof value.name === 'string' ? value.name : undefined;
