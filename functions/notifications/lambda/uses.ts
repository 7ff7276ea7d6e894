import { CREDENTIALS, type FunctionUses } from '../../platform/function-uses.ts';

/** The consumer of the queue: the only one that opens channels and mails codes. */
export const NOTIFIER_USES = {
  table: true,
  blobs: true,
  http: 'receivers',
  queue: true,
  // The pepper of login is sealed as the keys of access tokens are.
  keys: { seals: CREDENTIALS.seals, opens: ['channels', 'code-requests', ...CREDENTIALS.opens] },
  workflows: {},
  mail: true,
} as const satisfies FunctionUses;

/** What looks after plans and deliveries on a schedule. */
export const SWEEPER_USES = {
  table: true,
  blobs: true,
  queue: true,
  keys: {},
  workflows: { starts: ['replay'] },
} as const satisfies FunctionUses;
