import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A comment or the title of a test, with the position where it begins. */
export type SourceText = { readonly file: string; readonly at: number; readonly text: string };

const SOURCES = '{agent,bench,bin,cli,client,demo,docs/.vitepress,functions,lib,proxies,test,worker}/**/*.ts';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Whether a call names a test or a group of them: `test(…)`, `describe.each(…)(…)`, `test.for(…)(…)`. */
function isOfTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'describe';
  return isOfTest(callee.type === 'CallExpression' ? callee.callee : callee.object);
}

function titleOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null;
  return node.quasis.map((part: { value: { raw: string } }) => part.value.raw).join('{}');
}

/** Every node of a syntax tree, a parent before its members. */
function* nodesOf(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* nodesOf(member);
}

const commentText = (value: string): string =>
  value
    .replace(/^\s*\*/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The comments of a source and the titles of its tests. */
export function sourceTextsIn(file: string, source: string): SourceText[] {
  const { program, comments } = parseSync(file, source);
  const found = comments.map(({ start, value }): SourceText => ({ file, at: start, text: commentText(value) }));
  if (!file.startsWith('test/')) return found;
  for (const node of nodesOf(program)) {
    if (node.type !== 'CallExpression' || !isOfTest(node.callee) || !Array.isArray(node.arguments)) continue;
    const title = titleOf(node.arguments[0]);
    if (title !== null) found.push({ file, at: node.start, text: title });
  }
  return found;
}

/** Those of every source in the repository that passes a test of its text, without what tests hold as data. */
export const sourceTexts = (isRead: (source: string) => boolean): SourceText[] =>
  globSync(SOURCES, { exclude: (path) => /(?:^|\/)(?:node_modules|fixtures)$/.test(path) }).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return isRead(source) ? sourceTextsIn(file, source) : [];
  });
