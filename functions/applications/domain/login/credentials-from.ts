import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { LoginStep } from '../login-step.ts';

/**
 * Where runs without a login step get their credentials from: the recordings, or a fixed header that
 * `replay.headers.set` has.
 */
const CredentialsFrom = v.picklist(['recordings', 'fixedHeader']);
export type CredentialsFrom = v.InferOutput<typeof CredentialsFrom>;

/** The setting as stored. Optional in rows of earlier versions. */
export const CredentialsFromSetting = v.optional(CredentialsFrom, 'recordings');

/** The setting in a change of settings: absent and null leave it unchanged. */
export const CredentialsFromChange = v.nullish(
  v.pipe(
    CredentialsFrom,
    v.description(
      'Where runs without a login step get their credentials from. `fixedHeader`: a key that never changes, which `replay.headers.set` has. It offers no recorded login; which headers are sent follows from `replay.headers` alone.',
    ),
  ),
);

/** The setting after a change; an application with a login step has the first choice. */
export function changedCredentialsFrom(
  current: CredentialsFrom,
  change: CredentialsFrom | null | undefined,
  login: LoginStep | null,
): Result<CredentialsFrom, 'INVALID_SETTINGS'> {
  if (login === null) return accept(change ?? current);
  return change === 'fixedHeader'
    ? refuse(
        'INVALID_SETTINGS',
        'credentialsFrom cannot be fixedHeader together with a login step; login: null removes it',
      )
    : accept('recordings');
}
