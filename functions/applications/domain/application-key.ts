import { partitionOf } from '../../platform/values/families/row-families.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';

/** Longest encoded appId: 200 bytes, each as `%XX`. */
const MAX_APP_KEY_LENGTH = 600;

/** An appId inside keys. Callers may ask for any text; one that no case can have must not break a key. */
export function appPart(appId: string): string {
  const encoded = encodeURIComponent(appId.toWellFormed());
  return encoded.length <= MAX_APP_KEY_LENGTH ? encoded : `#${sha256Hex(encoded)}`;
}

/** The key in which every part of an application lives. */
export const applicationKey = (tenant: string, appId: string) => partitionOf('applications', tenant, appPart(appId));
