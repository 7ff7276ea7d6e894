import type { OpenApiDocument } from '../functions/platform/http/documents/open-api-document.ts';
import { currentDocument } from './current-document.ts';
import { formatted } from './formatted.ts';

/** Members that are offered as a choice, by schema of the document. */
const OFFERED = [
  ['CompareRuleToAdd', 'kind'],
  ['CompareRuleToAdd', 'target'],
  ['NewApiKey', 'scopes'],
] as const;

const HEAD = "// Made by `npm run client` from the endpoints' schemas; do not edit.";
const DOC = '/** The values of members that have few of them, for whoever offers them; paths.ts has them as types. */';

/** What `choices.ts` has to be. */
export function currentChoices(): string {
  const document = currentDocument();
  const choices = OFFERED.map(([schema, member]) => [`${schema}.${member}`, valuesOf(document, schema, member)]);
  return formatted(
    `${HEAD}\n\n${DOC}\nexport const CHOICES = ${JSON.stringify(Object.fromEntries(choices))} as const;\n`,
  );
}

type Member = { enum?: unknown[]; items?: Member };

function valuesOf({ components }: OpenApiDocument, schema: string, member: string): unknown[] {
  const { properties } = Object(components.schemas)[schema] as { properties: Record<string, Member> }; // OFFERED names objects
  const values = properties[member]?.enum ?? properties[member]?.items?.enum;
  if (values === undefined) throw new Error(`${schema}.${member} is no choice`);
  return values;
}
