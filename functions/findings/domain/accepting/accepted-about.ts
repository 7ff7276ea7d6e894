import { counted } from '../../../platform/values/shown/counted.ts';

/** Accepted recordings for the audit log: `21 recordings, version 2`. */
export function acceptedAbout(accepted: readonly { accepted: { version: number } }[]): string {
  const versions = accepted.map((one) => one.accepted.version);
  const [first, last] = [Math.min(...versions), Math.max(...versions)];
  const which = first === last ? `version ${first}` : `versions ${first} to ${last}`;
  return `${counted(accepted.length, 'recording')}, ${which}`;
}
