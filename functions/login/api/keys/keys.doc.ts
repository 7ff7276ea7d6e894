import * as v from 'valibot';
import { docs, json, named, type ParameterDocs, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { listExample, listOf, succeeds, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../../platform/http/page-request.ts';
import { AUDIT_ACTIONS, AuditEntry } from '../../domain/audit.ts';
import { UNKNOWN_USER } from '../login.doc.ts';
import { KEY_RULES, KeyRotation, NewKey, ROTATION_RULES } from './api-key-input.ts';
import { API_KEY_EXAMPLE, NewApiKey, RotatedApiKey, SECRET_EXAMPLE, ShownApiKey } from './shown-api-key.ts';

const keyId: ParameterDocs = { id: { schema: v.string(), description: 'Id of a key.', example: EXAMPLE.keyId } };
/** The refusal of an id that the tenant does not have. */
export const NO_KEY = refusal(404, 'NOT_FOUND', 'there is no such key');
/** The refusal of a name that another key has. */
export const NAME_TAKEN = refusal(409, 'INVALID_KEY', 'name is already used by another key');
/** The refusal of a rotation that would leave a key expired. */
export const EXPIRED = refusal(409, 'INVALID_KEY', 'the key has expired; expiresAt must set a new expiry');
/** Both bodies are strict. */
const UNKNOWN_MEMBER = refusal(400, 'INVALID_KEY', 'expiry is an unknown member');
const invalid = (rules: Readonly<Record<string, string>>) => [
  ...Object.values(rules).map((message) => refusal(400, 'INVALID_KEY', message)),
  UNKNOWN_MEMBER,
];

/** What the OpenAPI document says of API keys and the audit log (interface 4.8). */
export const keyDocs = docs('Keys and users', {
  makeApiKey: {
    summary: 'Create an API key',
    description:
      'Only this response contains `key`. Unknown members are refused, so that a misspelt `expiresAt` does not create a key that never expires.',
    request: json(NewKey, { name: 'ci', scopes: ['record', 'read'] }),
    responses: succeeds(NewApiKey, { ...API_KEY_EXAMPLE, key: SECRET_EXAMPLE }),
    refusals: [...invalid(KEY_RULES), NAME_TAKEN],
  },
  rotateApiKey: {
    summary: 'Give an API key a new secret',
    description:
      'Id, name and scopes stay the same. The previous secret stays valid for `overlapHours`; older ones do not. Only this response contains `key`.',
    params: keyId,
    request: json(KeyRotation, { overlapHours: 24 }),
    responses: succeeds(RotatedApiKey, {
      ...API_KEY_EXAMPLE,
      rotatedAt: EXAMPLE.time,
      previousValidUntil: '2026-11-21T12:00:00.000Z',
      key: SECRET_EXAMPLE,
    }),
    refusals: [...invalid(ROTATION_RULES), NO_KEY, EXPIRED],
  },
  makeMemberKey: {
    summary: 'Create an API key with your own rights',
    description:
      'Needs an access token of a user; guests and API keys are refused. The key is valid for one hour, has the rights of the user, and replaces the previous one. It ends earlier if the user is removed or disabled, or if an admin ends their sessions. Only this response contains `key`.',
    headers: {
      'access-token': { schema: v.string(), description: 'An access token of the user.', example: '<access token>' },
    },
    responses: succeeds(NewApiKey, {
      ...API_KEY_EXAMPLE,
      name: 'API reference 0a1b2c3d',
      createdBy: null,
      expiresAt: '2026-11-20T13:00:00.000Z',
      key: SECRET_EXAMPLE,
    }),
    refusals: [UNKNOWN_USER],
  },
  listApiKeys: {
    summary: 'List API keys',
    query: PAGE_QUERY,
    responses: succeeds(listOf(named('ApiKey', ShownApiKey)), listExample(API_KEY_EXAMPLE)),
    refusals: [LIMIT_REFUSAL],
  },
  removeApiKey: {
    summary: 'Remove an API key',
    description: 'The key is refused from the next request on.',
    params: keyId,
    responses: succeeds(v.object({ id: v.string() }), { id: EXAMPLE.keyId }),
    refusals: [NO_KEY],
  },
  listAudit: listDoc(
    named('AuditEntry', v.object({ ...AuditEntry.entries, at: Time })),
    {
      id: '0123456789abcdef01234567',
      at: EXAMPLE.time,
      who: EXAMPLE.userName,
      action: 'rule.added',
      subject: { appId: EXAMPLE.appId, ruleId: EXAMPLE.ruleId },
      about: 'Ignore meta.at in /orders/{id}',
    },
    {
      summary: 'List the audit log, newest first',
      description: `Entries name what was changed by ids in \`subject\` and by names in \`about\`, never by values. With \`refused\`, the caller was not allowed to and nothing changed; an equal one is noted once a minute. Actions:\n\n${AUDIT_ACTIONS.map((action) => `- \`${action}\``).join('\n')}`,
    },
  ),
});
