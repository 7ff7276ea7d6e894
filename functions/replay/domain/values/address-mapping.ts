import { headerOf } from '../../../platform/values/http-tokens.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { addMapping, type Mapping, type ValueMap, valueMap } from './session-values.ts';

/**
 * The address at which a request was recorded, which stands for that of the target: in links to itself, and in headers
 * such as Origin and Referer. Null if the recording does not name it, or if both are the same. `targetHost`: host and
 * port.
 */
export function addressMapping(
  { headers }: Pick<RecordedRequest, 'headers'>,
  targetHost: string,
  planItemId: string,
): Mapping | null {
  const recorded = (headerOf(headers, 'host') ?? headerOf(headers, ':authority'))?.trim().toLowerCase() ?? '';
  if (recorded === '' || recorded === targetHost) return null;
  return { recorded, replayed: targetHost, thing: null, from: { planItemId, place: '@request.header.host' } };
}

/** Whether a request names an address apart from its Host header, so that it has to be rewritten. */
export const namesAddress = ({ path, headers, body }: RecordedRequest, { recorded }: Mapping): boolean =>
  path.includes(recorded) ||
  headers.some(([name, value]) => value.includes(recorded) && !/^(?:host|:authority)$/i.test(name)) ||
  body?.includes(recorded) === true;

/** An address mapping as a map; none for null. */
export function addressMaps(mapping: Mapping | null): ValueMap[] {
  if (mapping === null) return [];
  const map = valueMap(Number.POSITIVE_INFINITY);
  addMapping(map, mapping);
  return [map];
}
