import { consoleErrors, type Endpoint, JSON_BODY, OPTIONAL_JSON_BODY, success } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { pageRequest, repeatedParameter } from '../../../platform/http/page-request.ts';
import type { LoginServices } from '../../composition.ts';
import { DEFAULT_OVERLAP_HOURS } from '../../domain/api-key.ts';
import { KEY_RULES, KeyRotation, NewKey, parseKeyBody, ROTATION_RULES } from './api-key-input.ts';
import { keyView, noSuchKey, refusedKey } from './api-key-view.ts';
import { EXPIRED, keyDocs, NAME_TAKEN } from './keys.doc.ts';

const path = '/api/api-keys';

/** Creates an API key of the caller's tenant; only this response contains the key (interface 4.8). */
export const makeApiKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'audit' | 'now'>> = endpoint({
  method: 'POST',
  path,
  scope: 'admin',
  audits: 'key.made',
  body: JSON_BODY,
  errors: consoleErrors,
  doc: keyDocs.makeApiKey,

  async answer({ body, caller }, { apiKeys, audit, now }) {
    const input = parseKeyBody(NewKey, body, { rules: KEY_RULES, now: now() });
    if (!input.ok) return refusedKey(input.message, now());
    const { name, scopes, expiresAt = null } = input.value;
    const { tenant } = caller;
    const created = await apiKeys.create({
      name,
      tenant,
      scopes: [...new Set(scopes)],
      createdBy: caller.name,
      validUntil: expiresAt,
    });
    if (created === null) return refusedKey(NAME_TAKEN.message, now(), 409);
    const { key, ...made } = created;
    await audit.note(caller, 'key.made', { id: made.id }, made.name);
    const answer = success({ ...keyView(made), key }, now());
    return { ...answer, headers: { 'cache-control': 'no-store' } };
  },
});

/** Lists the keys of the caller's tenant, without their secrets (interface 4.8). */
export const listApiKeys: Endpoint<Pick<LoginServices, 'apiKeys' | 'now'>> = endpoint({
  method: 'GET',
  path,
  scope: 'admin',
  errors: consoleErrors,
  doc: keyDocs.listApiKeys,

  async answer({ query, caller }, { apiKeys, now }) {
    const wanted = pageRequest(query);
    const wrong = repeatedParameter(query, []) ?? (wanted === null ? 'limit' : null);
    if (wanted === null || wrong !== null) return refusedKey(`${wrong} is missing or invalid`, now());
    const { items, next } = await apiKeys.page(caller.tenant, wanted);
    return success({ items: items.map(keyView), nextCursor: next }, now());
  },
});

/** Gives a key a new secret; only this response contains it. */
export const rotateApiKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'audit' | 'now'>> = endpoint({
  method: 'POST',
  path: `${path}/{id}/rotate`,
  scope: 'admin',
  audits: 'key.rotated',
  body: OPTIONAL_JSON_BODY,
  errors: consoleErrors,
  doc: keyDocs.rotateApiKey,

  async answer({ params: { id = '' }, body, caller }, { apiKeys, audit, now }) {
    const input = parseKeyBody(KeyRotation, body, { rules: ROTATION_RULES, now: now() });
    if (!input.ok) return refusedKey(input.message, now());
    const { overlapHours, expiresAt } = input.value;
    const rotated = await apiKeys.rotate(caller.tenant, id, {
      overlapMs: (overlapHours ?? DEFAULT_OVERLAP_HOURS) * 3_600_000,
      ...(typeof expiresAt === 'number' && { validUntil: expiresAt }),
    });
    if (rotated === null) return noSuchKey(now());
    if (rotated === 'EXPIRED') return refusedKey(EXPIRED.message, now(), 409);
    const { key, ...changed } = rotated;
    await audit.note(caller, 'key.rotated', { id }, changed.name);
    const answer = success({ ...keyView(changed), key }, now());
    return { ...answer, headers: { 'cache-control': 'no-store' } };
  },
});

/** Removes a key, which is rejected from the next request on. */
export const removeApiKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'audit' | 'now'>> = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  scope: 'admin',
  audits: 'key.removed',
  errors: consoleErrors,
  doc: keyDocs.removeApiKey,

  async answer({ params: { id = '' }, caller }, { apiKeys, audit, now }) {
    const removed = await apiKeys.remove(caller.tenant, id);
    if (removed === null) return noSuchKey(now());
    await audit.note(caller, 'key.removed', { id }, removed.name);
    return success({ id }, now());
  },
});
