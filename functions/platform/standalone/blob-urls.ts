import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { checkBlobKey, SIGNED_MS } from '../blob-key.ts';
import type { Blobs } from '../world.ts';

/** What a signed URL permits. */
type BlobPermit =
  | { method: 'PUT'; key: string; sizeBytes: number; sha256: string }
  | { method: 'GET'; key: string; mediaType: string };

/** Signs and verifies URLs of blobs that the service itself serves. */
export interface BlobUrls extends Pick<Blobs, 'signedPut' | 'signedGet'> {
  /** What a request to this URL may do; `expired`, or `forged` if the service never signed it for this method. */
  permitOf(method: string, url: string): BlobPermit | 'expired' | 'forged';
}

export interface BlobUrlsOptions {
  /** SVC_PUBLIC_URL, the prefix of signed URLs. */
  publicUrl: string;
  /** The master keys: the first one signs, all of them verify. */
  masterKeys: readonly Uint8Array[];
  now(): number;
}

/** The path prefix of blobs. */
export const BLOB_PATH = '/blobs/';

/** Signs URLs by HMAC-SHA256 over the method, the key, the expiry, and the permission. */
export function blobUrls({ publicUrl, masterKeys, now }: BlobUrlsOptions): BlobUrls {
  const keys = masterKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'addresses of blobs', 32)));
  const [signingKey] = keys;
  if (signingKey === undefined) throw new TypeError('there is no key to sign with');

  const signed = (permit: BlobPermit) => {
    checkBlobKey(permit.key);
    const expiresAt = now() + SIGNED_MS;
    const query = new URLSearchParams({ ...limitsOf(permit), expires: String(expiresAt) });
    query.set('signature', signature(signingKey, permit, expiresAt).toString('base64url'));
    const path = permit.key.split('/').map(encodeURIComponent).join('/');
    return { url: `${publicUrl}${BLOB_PATH}${path}?${query}`, expiresAt };
  };

  return {
    signedPut: async (key, bytes) => ({ ...signed({ method: 'PUT', key, ...bytes }), headers: {} }),
    signedGet: async (key, mediaType) => signed({ method: 'GET', key, mediaType }),

    permitOf(method, url) {
      const { pathname, searchParams: query } = new URL(url);
      const permit = requestedPermit(method, keyIn(pathname), query);
      const expiresAt = Number(query.get('expires'));
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const isOurs = (key: Buffer) => permit !== null && equal(given, signature(key, permit, expiresAt));
      if (permit === null || !keys.some(isOurs)) return 'forged';
      return now() < expiresAt ? permit : 'expired';
    },
  };
}

const limitsOf = (permit: BlobPermit): Record<string, string> =>
  permit.method === 'PUT' ? { size: String(permit.sizeBytes), sha256: permit.sha256 } : { type: permit.mediaType };

function requestedPermit(method: string, key: string, query: URLSearchParams): BlobPermit | null {
  const of = (name: string) => query.get(name) ?? '';
  if (method === 'PUT') return { method, key, sizeBytes: Number(of('size')), sha256: of('sha256') };
  return method === 'GET' ? { method, key, mediaType: of('type') } : null;
}

/** JSON keeps the parts separate, whatever they contain. */
const signature = (key: Buffer, permit: BlobPermit, expiresAt: number): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([permit.method, permit.key, limitsOf(permit), expiresAt]))
    .digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The key in a path; empty if there is none. */
function keyIn(pathname: string): string {
  try {
    return pathname
      .slice(pathname.indexOf(BLOB_PATH) + BLOB_PATH.length)
      .split('/')
      .map(decodeURIComponent)
      .join('/');
  } catch (fault) {
    if (fault instanceof URIError) return '';
    throw fault;
  }
}
