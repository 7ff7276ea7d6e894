import * as v from 'valibot';
import { type ApiResponse, consoleErrors, type Endpoint, ERRORS, JSON_BODY, success } from '../../platform/http/api.ts';
import { pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import { INVISIBLE_CHARACTERS } from '../../platform/values/invisible-characters.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import { readUserName } from '../domain/user-name.ts';
import type { LoginServices } from '../services.ts';
import type { ApiKey } from '../store/api-keys.ts';
import { listApiKeysDoc, makeApiKeyDoc, removeApiKeyDoc } from './keys.doc.ts';

const path = '/api/api-keys';

/** Reserved names of callers without a key: the audit log identifies callers by name, in any spelling. */
const RESERVED_NAMES = /^(admin-key|open-api|guest-.*)$/;

/** A name with invisible characters could imitate another one. */
const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'v');

const NewKey = v.object({
  name: v.pipe(
    v.string(),
    v.normalize('NFC'),
    v.trim(),
    v.minLength(1),
    v.maxLength(200),
    v.check((name) => !INVISIBLE.test(name)),
    v.check((name) => !RESERVED_NAMES.test(name.normalize('NFKC').toLowerCase()) && readUserName(name) === null),
  ),
  scopes: v.pipe(v.array(v.picklist(API_KEY_SCOPES)), v.minLength(1), v.maxLength(100)),
});

/** Why a member of a new key is invalid. */
const RULES: Readonly<Record<string, string>> = {
  name: 'name must be a text of 1 to 200 characters that are seen, and the name of no person or guest',
  scopes: `scopes must be a list of ${API_KEY_SCOPES.join(', ')}`,
};

/** The message of the 409 response to a key name that the tenant already uses. */
const NAME_TAKEN = 'name is that of another key';

const keyView = ({ id, name, scopes, createdAt, lastUsedAt }: ApiKey) => ({
  id,
  name,
  scopes,
  createdAt: isoText(createdAt),
  lastUsedAt: isoTextOrNull(lastUsedAt),
});

/** Creates an API key of the caller's tenant; only this response contains the key (interface 4.8). */
export const makeApiKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'audit' | 'now'>> = {
  method: 'POST',
  path,
  scope: 'admin',
  body: JSON_BODY,
  errors: consoleErrors,
  doc: makeApiKeyDoc(NewKey, { rules: RULES, nameTaken: NAME_TAKEN }),

  async answer({ body, caller }, { apiKeys, audit, now }) {
    const input = v.safeParse(NewKey, body);
    if (!input.success) return refused(RULES[String(input.issues[0].path?.[0]?.key)] ?? 'the body is unusable', now());
    const { name, scopes } = input.output;
    const created = await apiKeys.create({ name, tenant: caller.tenant, scopes: [...new Set(scopes)] });
    if (created === null) return { ...refused(NAME_TAKEN, now()), status: 409 };
    const { key, ...made } = created;
    await audit.note(caller, 'key.made', { id: made.id });
    const answer = success({ ...keyView(made), key }, now());
    return { ...answer, headers: { 'cache-control': 'no-store' } };
  },
};

/** Lists the keys of the caller's tenant, without their secrets (interface 4.8). */
export const listApiKeys: Endpoint<Pick<LoginServices, 'apiKeys' | 'now'>> = {
  method: 'GET',
  path,
  scope: 'admin',
  errors: consoleErrors,
  doc: listApiKeysDoc,

  async answer({ query, caller }, { apiKeys, now }) {
    const wanted = pageRequest(query);
    const wrong = repeatedParameter(query, []) ?? (wanted === null ? 'limit' : null);
    if (wanted === null || wrong !== null) return refused(`${wrong} is missing or has an unusable value`, now());
    const { items, next } = await apiKeys.page(caller.tenant, wanted);
    return success({ items: items.map(keyView), nextCursor: next }, now());
  },
};

/** Removes a key, which is rejected from the next request on. */
export const removeApiKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'audit' | 'now'>> = {
  method: 'DELETE',
  path: `${path}/{id}`,
  scope: 'admin',
  errors: consoleErrors,
  doc: removeApiKeyDoc,

  async answer({ params: { id = '' }, caller }, { apiKeys, audit, now }) {
    if (!(await apiKeys.remove(caller.tenant, id)))
      return { status: 404, body: consoleErrors({ ...ERRORS.notFound, message: 'there is no such key' }, now()) };
    await audit.note(caller, 'key.removed', { id });
    return success({ id }, now());
  },
};

const refused = (message: string, now: number): ApiResponse => ({
  status: 400,
  body: consoleErrors({ ...ERRORS.invalidJson, message }, now),
});
