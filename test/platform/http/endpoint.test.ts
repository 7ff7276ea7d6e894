import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  consoleErrors,
  failure,
  failureOf,
  jsonBytes,
  NO_CONTENT,
  ok,
  openApiErrors,
  plainErrors,
  success,
} from '../../../functions/platform/http/api.ts';
import { answers, docs, refusal } from '../../../functions/platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../../functions/platform/http/documents/page-docs.ts';
import { lists, succeeds } from '../../../functions/platform/http/documents/shown-schemas.ts';
import { endpoint } from '../../../functions/platform/http/endpoint.ts';
import { badParameter } from '../../../functions/platform/http/page-request.ts';
import { jsonText } from '../../../functions/platform/values/typed-json.ts';

const Named = v.object({ name: v.string() });
const NO_NAME = refusal(404, 'NO_NAME', 'there is no such name');
const names = docs('Runs', {
  readName: { summary: 'Read', responses: answers(Named, { name: 'a' }), refusals: [NO_NAME] },
  listNames: { summary: 'List', responses: lists(Named, { name: 'a' }) },
  pageNames: listDoc(Named, { name: 'a' }, { summary: 'Page' }),
  takeName: { summary: 'Take', responses: succeeds(Named, { name: 'a' }) },
});
const route = { method: 'GET', path: '/names', scope: 'read', errors: plainErrors } as const;

test('an endpoint does not compile with an answer that departs from its schema', () => {
  const read = { ...route, doc: names.readName };
  endpoint({ ...read, answer: async () => ok({ name: 'a' }) });
  endpoint({ ...read, answer: async () => jsonBytes(jsonText({ name: 'a' })) });
  endpoint({ ...read, answer: async () => NO_CONTENT });
  // @ts-expect-error: the name is not a number.
  endpoint({ ...read, answer: async () => ok({ name: 1 }) });
  // @ts-expect-error: neither in a text.
  endpoint({ ...read, answer: async () => jsonBytes(jsonText({ name: 1 })) });
  // @ts-expect-error: bytes of which nothing is known.
  endpoint({ ...read, answer: async () => ({ status: 200, bytes: new Uint8Array() }) });
  // @ts-expect-error: the name is missing.
  const made = endpoint({ ...read, answer: async () => ok({}) });
  expect(made.doc).toBe(names.readName);
});

test('an endpoint does not compile with a wrong entry of a list', () => {
  endpoint({ ...route, doc: names.listNames, answer: async () => ok({ items: [{ name: 'a' }], nextCursor: null }) });
  // @ts-expect-error: the entry has no name.
  endpoint({ ...route, doc: names.listNames, answer: async () => ok({ items: [{}], nextCursor: null }) });
  // @ts-expect-error: nextCursor is missing.
  const made = endpoint({ ...route, doc: names.pageNames, answer: async () => ok({ items: [{ name: 'a' }] }) });
  expect(Object.keys(made.doc.query ?? {})).toEqual(['limit', 'cursor']);
});

test('an endpoint does not compile with a wrong body of a success envelope', () => {
  const take = { ...route, errors: consoleErrors, doc: names.takeName };
  endpoint({ ...take, answer: async () => success({ name: 'a' }, 0) });
  // @ts-expect-error: the name is not a number.
  endpoint({ ...take, answer: async () => success({ name: 1 }, 0) });
  // @ts-expect-error: the envelope is missing.
  const made = endpoint({ ...take, answer: async () => ok({ name: 'a' }) });
  expect(made.doc.id).toBe('takeName');
});

test('an endpoint does not compile with a refusal that its document does not declare', () => {
  const read = { ...route, doc: names.readName };
  endpoint({ ...read, answer: async () => failureOf(NO_NAME) });
  // Every endpoint may refuse a parameter.
  endpoint({ ...read, answer: async () => badParameter('name') });
  // @ts-expect-error: another code.
  endpoint({ ...read, answer: async () => failure(409, 'NAME_TAKEN', 'the name is taken') });
  // @ts-expect-error: the format of another family.
  endpoint({ ...read, errors: openApiErrors, answer: async () => ({ status: 404, body: consoleErrors(NO_NAME, 0) }) });
  // @ts-expect-error: this document declares none.
  const made = endpoint({ ...route, doc: names.listNames, answer: async () => failureOf(NO_NAME) });
  expect(made.doc.refusals).toBeUndefined();
});
