import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { CasePayload } from '../../recordings/domain/recorded-case.ts';

/** Values of one body that its shape is made of; later ones do not count. */
const MAX_VALUES = 5_000;
/** Levels of one body that its shape is made of. */
const MAX_DEPTH = 32;

/**
 * Equal for cases of an endpoint whose requests and responses have the same structure: method, names of query
 * parameters, status, media types, and the names and types of JSON members and form fields. Values do not count.
 * @internal
 */
export const shapeOf = ({ request, response }: Pick<CasePayload, 'request' | 'response'>): string =>
  sha256Hex(
    JSON.stringify([
      request.method,
      namesOf(request.path.split('?')[1] ?? ''),
      bodyShape(request),
      response && [response.status, bodyShape(response)],
    ]),
  );

/** The shape of a stored case; null if its bytes have expired. */
export const caseShapeJob = job('replay.case-shape', ({ stored }: { stored: Uint8Array | undefined }): string | null =>
  stored === undefined ? null : shapeOf(v.parse(CasePayload, jsonOfStored(stored))),
);

type Body = Pick<CasePayload['request'], 'headers' | 'body' | 'bodyEncoding'>;

function bodyShape({ headers, body, bodyEncoding }: Body): unknown {
  if (body === null || body === '') return null;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const [media = ''] = type.toLowerCase().split(';');
  const text = bodyEncoding === 'utf8' ? body : Buffer.from(body, 'base64').toString();
  if (media.trim() === 'application/x-www-form-urlencoded') return ['form', namesOf(text)];
  const json = jsonOf(text);
  return json === undefined ? media.trim() : structureOf(json, { left: MAX_VALUES }, 0);
}

const namesOf = (query: string): string[] => [...new Set(new URLSearchParams(query).keys())].sort(compareText);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

/** Names and types without values, as text; a list is the set of the structures of its elements. */
function structureOf(value: unknown, budget: { left: number }, depth: number): string {
  budget.left--;
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (depth === MAX_DEPTH) return 'deep';
  if (Array.isArray(value)) {
    const elements = new Set<string>();
    for (const one of value) {
      if (budget.left <= 0) break;
      elements.add(structureOf(one, budget, depth + 1));
    }
    return `[${[...elements].sort(compareText).join()}]`;
  }
  const members: string[] = [];
  for (const [name, one] of Object.entries(value).sort(([a], [b]) => compareText(a, b))) {
    if (budget.left <= 0) break;
    members.push(`${JSON.stringify(name)}:${structureOf(one, budget, depth + 1)}`);
  }
  return `{${members.join()}}`;
}
