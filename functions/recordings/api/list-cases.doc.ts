import * as v from 'valibot';
import { answers, badParameterDoc, docs, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, listExample, listOf } from '../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../platform/http/page-request.ts';
import { MAX_SEARCH_LENGTH, MAX_SEARCH_TERMS } from '../domain/search/search-text.ts';
import { MAX_SEARCHED, MAX_SEARCHED_BYTES, MAX_SEARCHED_SIZE } from '../service/search-cases.ts';
import { CASE_EXAMPLE, ShownCase } from './shown-case.ts';

const MIB = 1024 * 1024;

const time = v.pipe(v.string(), v.description('ISO-8601 with a time zone, or epoch ms.'));

const listed = listOf(named('Case', ShownCase));

/** What the OpenAPI document says of the list of cases (interface 10). */
export const caseListDocs = docs('Recordings', {
  listCases: {
    summary: 'List the recordings of an application, newest first',
    description: `\`tag.<name>=<value>\` filters by a tag. With \`text\`, \`status\` or \`session\`, the request is a search. It covers the ${MAX_SEARCHED.toLocaleString('en-US')} newest recordings of the range, or fewer if they have more than ${MAX_SEARCHED_BYTES / MIB} MiB together. \`searched\` is their number. \`nextCursor\` continues with older ones, even if nothing was found. Headers, bodies and calls of recordings above ${MAX_SEARCHED_SIZE / MIB} MiB, and binary bodies, are not searched. Redacted and sealed values are never found. Callers without the scope write do not find masked values.`,
    query: {
      text: {
        schema: v.string(),
        description: `Texts that a recording must contain, ignoring case: in method, path, status, ids, session, tags (\`tier=gold\`), headers, bodies or downstream calls. Quotes keep spaces: \`"red mug"\`. Maximum: ${MAX_SEARCH_LENGTH} characters and ${MAX_SEARCH_TERMS} texts.`,
        example: 'tier=gold',
      },
      operation: { schema: v.string(), description: 'Only this endpoint.', example: EXAMPLE.operation },
      status: { schema: v.string(), description: 'Only this status or class: `404`, `4xx`.', example: '2xx' },
      session: { schema: v.string(), description: 'Only this session.' },
      pinned: { schema: v.literal('true'), description: 'Only pinned recordings.' },
      from: { schema: time, description: 'Recorded at this time or later.' },
      to: { schema: time, description: 'Recorded before this time.' },
      'tag.tier': { schema: v.string(), description: 'A tag, here `tier`.', example: 'gold' },
      ...PAGE_QUERY,
    },
    responses: answers(
      v.object({
        ...listed.entries,
        searched: v.pipe(v.optional(Count), v.description('For a search: how many recordings were searched.')),
      }),
      { ...listExample(CASE_EXAMPLE), searched: 2 },
    ),
    refusals: [
      LIMIT_REFUSAL,
      ...['from', 'to', 'operation', 'text', 'status', 'session', 'pinned', 'cursor'].map(badParameterDoc),
    ],
  },
});
