import * as v from 'valibot';
import { expect, test } from 'vitest';
import { evaluationEndpoint } from '../../../functions/evaluation/common/api/evaluation-endpoint.ts';
import { readDoc } from '../../../functions/evaluation/common/api/resource-docs.ts';
import { NO_CONTENT, ok } from '../../../functions/platform/http/api.ts';
import { docs } from '../../../functions/platform/http/documents/endpoint-doc.ts';
import { problem } from '../../../functions/platform/http/problem.ts';

const doc = docs('Gates', {
  readName: readDoc(v.object({ name: v.string() }), { name: 'a' }, { summary: 'Read' }),
}).readName;
const route = { method: 'GET', path: '/names', scope: 'eval:read', doc } as const;

test('an answer does not compile if it departs from the schema of its document', () => {
  evaluationEndpoint({ ...route, answer: async () => ok({ name: 'a' }) });
  evaluationEndpoint({ ...route, answer: async () => problem('not_found', 'There is no such name.') });
  evaluationEndpoint({ ...route, answer: async () => NO_CONTENT });
  // @ts-expect-error: the name is not a number.
  evaluationEndpoint({ ...route, answer: async () => ok({ name: 1 }) });
  // @ts-expect-error: the name is missing.
  const endpoint = evaluationEndpoint({ ...route, answer: async () => ok({}) });
  expect(endpoint.doc).toBe(doc);
});
