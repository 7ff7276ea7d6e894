import type { OpenApiDocument } from '../functions/platform/http/documents/open-api-document.ts';
import { currentDocument } from './current-document.ts';
import { formatted } from './formatted.ts';

/** Members with a fixed set of values, by schema of the document. */
const OFFERED = [
  ['ChannelToSave', 'format'],
  ['ChannelToSave', 'type'],
  ['CompareRuleToAdd', 'kind'],
  ['NewApiKey', 'scopes'],
] as const;

const HEAD = "// Made by `npm run client` from the endpoints' schemas; do not edit.";
const DOC =
  '/** The values of members that have few of them, for programs that offer them; paths.ts has them as types. */';

/** Returns the content of `choices.ts`. */
export function currentChoices(): string {
  const document = currentDocument();
  const choices = OFFERED.map(([schema, member]) => [`${schema}.${member}`, valuesOf(document, schema, member)]);
  return formatted(
    `${HEAD}\n\n${DOC}\nexport const CHOICES = ${JSON.stringify(Object.fromEntries(choices))} as const;\n`,
  );
}

/** Values stand in the member itself, in its items, or beside null. */
type Member = { enum?: unknown[]; items?: Member; anyOf?: Member[] };

function valuesOf({ components }: OpenApiDocument, schema: string, member: string): unknown[] {
  const { properties } = Object(components.schemas)[schema] as { properties: Record<string, Member> }; // OFFERED names objects
  const shown = properties[member];
  const values = [shown, shown?.items, ...(shown?.anyOf ?? [])].find((one) => one?.enum)?.enum;
  if (values === undefined) throw new Error(`${schema}.${member} is no choice`);
  return values;
}
