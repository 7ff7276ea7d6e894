import { HAS_ZSTD } from '../../functions/recordings/domain/content-encoding.ts';

/**
 * Removes zstd from the value of an `accept-encoding` header where this Node cannot decode it: the recorded body would
 * not be readable. Returns the value unchanged elsewhere.
 */
export function readableCodings(value: string, hasZstd: boolean = HAS_ZSTD): string {
  if (hasZstd) return value;
  const codings = value.split(',').filter((coding) => !/^\s*zstd\s*(?:;|$)/i.test(coding));
  return codings.join(',').trim() || 'identity';
}
