/** The scopes of an API key (interface 4.8, evaluation 3.2). */
export const API_KEY_SCOPES = [
  'read',
  'write',
  'record',
  'agent',
  'admin',
  'eval:read',
  'eval:run',
  'eval:policy',
  'eval:admin',
  'scores:write',
] as const;
/** @internal */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The only scope of a federated worker (evaluation 3.2). */
export const HOST_SCOPE = 'host:publish';

/** Scopes of a credential (interface 4.8); `admin` includes the others. */
export type Scope = ApiKeyScope | typeof HOST_SCOPE;
