// Made by `npm run client` from the endpoints' schemas; do not edit.

/** The values of members that have few of them, for programs that offer them; paths.ts has them as types. */
export const CHOICES = {
  'ChannelToSave.format': ['cloudevents', 'slack', 'teams'],
  'ChannelToSave.type': ['alpha_bot', 'beta_bot', 'webhook'],
  'CompareRuleToAdd.kind': [
    'ignore',
    'ignore-order',
    'array-key',
    'tolerance',
    'time-tolerance',
    'ignore-case',
    'null-is-absent',
    'include-only',
  ],
  'NewApiKey.scopes': [
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
  ],
} as const;
