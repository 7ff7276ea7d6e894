import type { Mask } from '../../../functions/recordings/domain/masks/mask.ts';
import { maskedRequest } from '../../../functions/recordings/domain/masks/masked-payload.ts';
import type { ShownCase } from '../export-writer.ts';

/** A sealed value as the service shows it in JSON, with the name of its member if it has one. */
const SEALED = /(?:"((?:[^"\\]|\\.){1,128})"\s*:\s*)?\{\s*"sealed"\s*:\s*true\s*\}/g;

/**
 * The request of a case with a placeholder for every credential: those of a name, and those that the service sealed.
 */
export function placeheldRequest({ truncated: _, ...request }: ShownCase['request'], mask: Mask) {
  const masked = maskedRequest(request, mask);
  if (masked.body === null || masked.bodyEncoding === 'base64') return masked;
  const body = masked.body.replaceAll(SEALED, (_whole, name?: string) => {
    const value = JSON.stringify(mask(name ?? '', '', 'body'));
    return name === undefined ? value : `"${name}":${value}`;
  });
  return { ...masked, body };
}
