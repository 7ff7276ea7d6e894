import * as v from 'valibot';
import { originOf } from '../../platform/values/origin-pattern.ts';

/** An http(s) URL without credentials, query or fragment (spec 2.1). */
export const TargetEnv = v.pipe(
  v.string(),
  v.check((address) => isTargetEnv(address)),
  v.description('Address of the service under test: http:// or https://, without credentials, query and fragment.'),
  v.metadata({ jsonSchema: { format: 'uri' } }),
);

/** Asks for a run that is compared with its recordings, whatever the application says. */
export const NO_BASELINE = 'none';

/** The address of a second instance, which runs the old build (interface 13). */
export const BaselineEnv = v.pipe(
  v.string(),
  v.check((address) => address === NO_BASELINE || isTargetEnv(address)),
  v.description(
    'Address of a second instance that runs the old build. Its origin differs from that of targetEnv, and is an allowed target too. Each request goes to both instances, and responses of targetEnv are compared with those of this one. Noise reduction sends failing requests to it again. `none`: with the recordings. Default: setting replay.baselineEnv.',
  ),
);

/** Whether two addresses are of one instance, as far as their origins say. */
export const isSameInstance = (targetEnv: unknown, baselineEnv: unknown): boolean =>
  typeof targetEnv === 'string' &&
  typeof baselineEnv === 'string' &&
  baselineEnv !== NO_BASELINE &&
  originOf(targetEnv.trim()) === originOf(baselineEnv.trim());

/** Whether a value is an address that a run may name. */
export function isTargetEnv(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return false;
  const url = new URL(value.trim());
  return (
    /^https?:\/\//i.test(value.trim()) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}
