import * as v from 'valibot';
import {
  type EndpointDoc,
  json,
  named,
  type ParameterDocs,
  refusal,
} from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { listExample, listOf, successExample, successOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../platform/http/page-request.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import { AUDIT_ACTIONS, AuditEntry } from '../domain/audit.ts';
import { UNKNOWN_USER } from './login.doc.ts';

const key = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(API_KEY_SCOPES)),
  createdAt: Time,
  lastUsedAt: v.pipe(v.nullable(Time), v.description('At most a minute behind.')),
  expiresAt: v.pipe(
    v.nullable(Time),
    v.description('The key is refused from then on. null: it is valid until removed.'),
  ),
  rotatedAt: v.nullable(Time),
  previousValidUntil: v.pipe(
    v.nullable(Time),
    v.description('Until when the secret before the latest rotation is valid.'),
  ),
});
const KEY = {
  id: EXAMPLE.keyId,
  name: 'ci',
  scopes: ['record', 'read'],
  createdAt: EXAMPLE.time,
  lastUsedAt: null,
  expiresAt: null,
  rotatedAt: null,
  previousValidUntil: null,
};
/** A key in the only answer that contains it. */
const NewKeyAnswer = named('NewApiKey', v.object({ ...key.entries, key: v.string() }));
const keyId: ParameterDocs = { id: { schema: v.string(), description: 'Id of a key.', example: EXAMPLE.keyId } };
const NO_KEY = refusal(404, 'NOT_FOUND', 'there is no such key');
/** Both bodies are strict. */
const UNKNOWN_MEMBER = refusal(400, 'INVALID_KEY', 'expiry is an unknown member');

/** Documentation of the endpoint that creates an API key (interface 4.8); `body` is the endpoint's schema. */
export const makeApiKeyDoc = (
  body: v.GenericSchema,
  { rules, nameTaken }: { rules: Readonly<Record<string, string>>; nameTaken: string },
): EndpointDoc => ({
  id: 'makeApiKey',
  tag: 'Keys and users',
  summary: 'Create an API key',
  description:
    'Only this response contains `key`. Unknown members are refused, so that a misspelt `expiresAt` does not create a key that never expires.',
  request: json(body, { name: 'ci', scopes: ['record', 'read'] }),
  responses: {
    200: json(successOf(NewKeyAnswer), successExample({ ...KEY, key: `rrs_${EXAMPLE.keyId}_<secret>` })),
  },
  refusals: [
    ...Object.entries(rules).map(([, message]) => refusal(400, 'INVALID_KEY', message)),
    UNKNOWN_MEMBER,
    refusal(409, 'INVALID_KEY', nameTaken),
  ],
});

/** Documentation of the endpoint that creates the key of a user (docs/login.md). */
export const makeMemberKeyDoc: EndpointDoc = {
  id: 'makeMemberKey',
  tag: 'Keys and users',
  summary: 'Create an API key with your own rights',
  description:
    'Needs an access token of a user; guests and API keys are refused. The key is valid for one hour, has the rights of the user, and replaces the previous one. It ends earlier if the user is removed or disabled, or if an admin ends their sessions. Only this response contains `key`.',
  headers: {
    'access-token': { schema: v.string(), description: 'An access token of the user.', example: '<access token>' },
  },
  responses: {
    200: json(
      successOf(NewKeyAnswer),
      successExample({
        ...KEY,
        name: 'API reference 0a1b2c3d',
        expiresAt: '2026-11-20T13:00:00.000Z',
        key: `rrs_${EXAMPLE.keyId}_<secret>`,
      }),
    ),
  },
  refusals: [UNKNOWN_USER],
};

/** Documentation of the endpoint that lists API keys (interface 4.8). */
export const listApiKeysDoc: EndpointDoc = {
  id: 'listApiKeys',
  tag: 'Keys and users',
  summary: 'List API keys',
  query: PAGE_QUERY,
  responses: { 200: json(successOf(listOf(named('ApiKey', key))), successExample(listExample(KEY))) },
  refusals: [LIMIT_REFUSAL],
};

/** Documentation of the endpoint that rotates an API key (docs/login.md); `body` is the endpoint's schema. */
export const rotateApiKeyDoc = (
  body: v.GenericSchema,
  { rules, expired }: { rules: Readonly<Record<string, string>>; expired: string },
): EndpointDoc => ({
  id: 'rotateApiKey',
  tag: 'Keys and users',
  summary: 'Give an API key a new secret',
  description:
    'Id, name and scopes stay the same. The previous secret stays valid for `overlapHours`; older ones do not. Only this response contains `key`.',
  params: keyId,
  request: json(body, { overlapHours: 24 }),
  responses: {
    200: json(
      successOf(named('RotatedApiKey', v.object({ ...key.entries, key: v.string() }))),
      successExample({
        ...KEY,
        rotatedAt: EXAMPLE.time,
        previousValidUntil: '2026-11-21T12:00:00.000Z',
        key: `rrs_${EXAMPLE.keyId}_<secret>`,
      }),
    ),
  },
  refusals: [
    ...Object.values(rules).map((message) => refusal(400, 'INVALID_KEY', message)),
    UNKNOWN_MEMBER,
    NO_KEY,
    refusal(409, 'INVALID_KEY', expired),
  ],
});

/** Documentation of the endpoint that removes an API key (interface 4.8). */
export const removeApiKeyDoc: EndpointDoc = {
  id: 'removeApiKey',
  tag: 'Keys and users',
  summary: 'Remove an API key',
  description: 'The key is refused from the next request on.',
  params: keyId,
  responses: { 200: json(successOf(v.object({ id: v.string() })), successExample({ id: EXAMPLE.keyId })) },
  refusals: [NO_KEY],
};

/** Documentation of the endpoint that lists the audit log. */
export const listAuditDoc = listDoc(
  named('AuditEntry', v.object({ ...AuditEntry.entries, at: Time })),
  {
    id: '0123456789abcdef01234567',
    at: EXAMPLE.time,
    who: EXAMPLE.userName,
    action: 'rule.added',
    subject: { appId: EXAMPLE.appId, ruleId: EXAMPLE.ruleId },
  },
  {
    id: 'listAudit',
    tag: 'Keys and users',
    summary: 'List the audit log, newest first',
    description: `Entries name what was changed by ids, never by values. Actions:\n\n${AUDIT_ACTIONS.map((action) => `- \`${action}\``).join('\n')}`,
  },
);
