import { readFileSync, writeFileSync } from 'node:fs';
import { capabilityEdges, reachable, sourceFiles } from './import-graph.ts';

/** The document that shows the graph. */
export const DOCUMENT = 'docs/how-it-works.md';

const BEGIN = '<!-- capability graph: written by npm run graph -->';
const END = '<!-- end of capability graph -->';

/** The capabilities as a Mermaid picture. An arrow reads "imports"; arrows that follow from others are left out. */
export function capabilityGraph(): string {
  const edges = new Map<string, string[]>();
  // The entries of Lambda functions compose capabilities, above and below their own.
  const files = sourceFiles();
  for (const name of capabilityEdges(files).keys()) {
    const [from = '', to = ''] = name.split(' -> ');
    edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const direct = [...edges].flatMap(([from, targets]) =>
    targets
      .filter((to) => !targets.some((between) => between !== to && reachable(between, edges).has(to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'graph TD', ...direct.sort(), '```'].join('\n');
}

/** The document with the graph as it is now. Throws where the document has lost the place of the graph. */
export function documentWithGraph(text: string): string {
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the graph`);
  return `${text.slice(0, before + BEGIN.length)}\n${capabilityGraph()}\n${text.slice(after)}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, documentWithGraph(readFileSync(DOCUMENT, 'utf8')));
