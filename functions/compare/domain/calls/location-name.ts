import { parameterNames } from '../../../recordings/domain/calls/parameter-names.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { CallRequest } from './call-request.ts';

/** Lists whose elements have positions instead of names. */
const POSITIONAL = /^(?:parameters|literals|args)(?:\[\d+\])*$/;

/** The last name of a place in a call's request or response; empty where it has none. */
export const locationName = (location: string): string =>
  POSITIONAL.test(location) ? '' : (/([^.[\]'"$]+)['"\]\d[*]*$/.exec(location)?.[1] ?? '');

const PARAMETER = /^parameters\[(\d+)\]$/;

/**
 * Makes the function that names places in the request of a call: parameters of a statement by the columns that it
 * writes them to or compares them with.
 */
export function locationNames({ kind }: Pick<RecordedCall, 'kind'>, { sql }: Pick<CallRequest, 'sql'>) {
  let columns: ReadonlyMap<number, string> | undefined;
  return (location: string): string => {
    const index = kind === 'database' && sql !== null ? PARAMETER.exec(location)?.[1] : undefined;
    if (index === undefined || sql === null) return locationName(location);
    columns ??= parameterNames(sql);
    return columns.get(Number(index)) ?? '';
  };
}
