import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { namesAddress } from './address-mapping.ts';
import { entityOfLeaf } from './request-entities.ts';
import { type LeafContext, rewrittenRequest } from './request-leaves.ts';
import { type Mapping, mappingOf, type ValueMap } from './session-values.ts';
import { replacedTokens } from './value-tokens.ts';

/** A mapping at the place where it was used. */
export interface UsedMapping extends Mapping {
  /** A field of the response as in `Difference`, or `@request.` with a place of the request. */
  path: string;
}

export interface MappedRequest {
  request: RecordedRequest;
  used: UsedMapping[];
}

/** Maximum used mappings that are listed of one request or response; more are counted. */
export const MAX_LISTED = 100;

/**
 * Replaces the values of a recorded request by what the replayed target issued: the whole path with its query first (a
 * signed URL), then whole values, then values inside texts, longest first. In its URLs, the address of the target
 * stands for the recorded one.
 */
export function mappedRequest(
  request: RecordedRequest,
  maps: readonly ValueMap[],
  address: Mapping | null,
): MappedRequest {
  const own = address !== null && namesAddress(request, address) ? address : null;
  if (own === null && maps.every(({ byValue }) => byValue.size === 0)) return { request, used: [] };
  const used: UsedMapping[] = [];
  const note = (mapping: Mapping, path: string): string => {
    if (used.length < MAX_LISTED) used.push({ ...mapping, path });
    return mapping.replayed;
  };
  const whole = request.path.includes('?') ? mappingOf(maps, request.path, null) : undefined;
  const base = whole ? { ...request, path: note(whole, '@request.path') } : request;
  const mapped = rewrittenRequest(base, (value, context) => {
    // Only in URLs: mail addresses and other fields may name the same host.
    if (context.part === 'authority') return own?.recorded === value.toLowerCase() ? note(own, pathOf(context)) : value;
    if (whole && (context.part === 'path' || context.part === 'query')) return value;
    const found = mappingOf(maps, value, entityOfLeaf(value, context, request.path));
    if (found !== undefined) return note(found, pathOf(context));
    return replacedTokens(value, (token) => {
      const inside = mappingOf(maps, token, null);
      return inside && note(inside, pathOf(context));
    });
  });
  return { request: mapped, used };
}

const pathOf = ({ part, field, parent }: LeafContext): string =>
  part === 'path' || part === 'authority'
    ? `@request.${part}`
    : `@request.${part}.${parent === '' ? field : `${parent}.${field}`}`;
