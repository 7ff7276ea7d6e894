import * as v from 'valibot';
import { isObject } from '../../../../platform/json/is-object.ts';
import { accept, refuse } from '../../../../platform/result.ts';
import { unpackedFiles } from '../archive/unpacked-files.ts';
import { MAX_EXCHANGES, TOO_MANY_EXCHANGES } from '../import-limits.ts';
import { type Importer, skip } from '../imported.ts';
import { jsonOfFile, MAX_FILE_DEPTH } from '../json-file.ts';
import {
  type Auth,
  Auth as AuthSchema,
  PostmanCollection,
  PostmanRequest,
  PostmanResponse,
  Variables,
} from './postman-collection.ts';
import { postmanEntry } from './postman-entry.ts';
import { type Scope, variableScope } from './postman-variables.ts';

const NOT_A_COLLECTION = 'the file is not a Postman collection 2.0 or 2.1';

/**
 * Imports Postman collections, at any depth of folders: a case for each saved example, and a case without a recorded
 * response for a request that has none. Variables have the values of the collection.
 */
export const importPostman: Importer = (bytes) => {
  const files = unpackedFiles(bytes);
  if (!files.ok) return files;
  const [file] = files.value;
  const given = file && jsonOfFile(file.bytes);
  // Exports of the API wrap the collection.
  const parsed = v.safeParse(
    PostmanCollection,
    isObject(given) && isObject(given.collection) ? given.collection : given,
  );
  if (!parsed.success || files.value.length !== 1) return refuse('UNREADABLE_IMPORT', NOT_A_COLLECTION);
  const { item, variable, auth } = parsed.output;
  const found: Found[] = [];
  collect(item, { scope: variableScope(variable), auth }, found, 0);
  if (found.length > MAX_EXCHANGES) return refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
  return accept({
    count: found.length,
    entry: (position) => {
      const one = found[position];
      if (one === undefined) return null;
      return 'reason' in one ? skip(one.reason) : postmanEntry(one);
    },
  });
};

interface Context {
  scope: Scope;
  auth: Auth;
}

type Found = { reason: string } | (Context & { request: PostmanRequest; response: PostmanResponse | null });

/** Adds the exchanges of items, folders included, in their order; ends soon after MAX_EXCHANGES. */
function collect(items: readonly unknown[], { scope, auth }: Context, found: Found[], depth: number): void {
  for (const item of items) {
    if (found.length > MAX_EXCHANGES) return;
    if (!isObject(item)) {
      found.push({ reason: 'the item is not a request' });
      continue;
    }
    const variables = v.parse(Variables, item.variable);
    const context = { scope: scope.with(variables), auth: v.parse(AuthSchema, item.auth) ?? auth };
    if (Array.isArray(item.item)) {
      if (depth < MAX_FILE_DEPTH) collect(item.item, context, found, depth + 1);
    } else collectRequest(item, context, found);
  }
}

function collectRequest(item: Record<string, unknown>, context: Context, found: Found[]): void {
  const request = v.safeParse(PostmanRequest, item.request, { abortEarly: true });
  if (!request.success) {
    found.push({ reason: 'the item is not a request' });
    return;
  }
  const examples = Array.isArray(item.response) ? item.response : [];
  if (examples.length === 0) found.push({ ...context, request: request.output, response: null });
  for (const example of examples) {
    const response = v.safeParse(PostmanResponse, example, { abortEarly: true });
    if (response.success)
      found.push({ ...context, request: response.output.originalRequest ?? request.output, response: response.output });
    else found.push({ reason: 'the example has no status' });
  }
}
