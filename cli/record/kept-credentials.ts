import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CasePayload } from '../../functions/recordings/domain/recorded-case.ts';
import { sealFileCase } from '../../functions/recordings/domain/sealed/file-case.ts';
import {
  fileKeyText,
  type PublicJwk,
  parsePublicJwk,
  sealFileKey,
} from '../../functions/recordings/domain/sealed/file-keys.ts';
import { sealerOf } from '../../functions/recordings/domain/sealed/sealer.ts';
import { CliFailure } from '../cli-failure.ts';
import { credentialRemover } from './credentials.ts';

/** What a recording keeps of credentials. */
export interface KeptCredentials {
  of(payload: CasePayload): CasePayload;
  /** The key that sealed them, sealed to the service; null if they are not sealed. */
  sealedKey: string | null;
}

/** For files, where the user asks for it. */
export const IN_CLEAR: KeptCredentials = { of: (payload) => payload, sealedKey: null };

/** For files without a key. */
export const removed = (): KeptCredentials => ({ of: credentialRemover(), sealedKey: null });

/**
 * For the service, by way of a spool, and for files: sealed under a new key, which only the service of the public key
 * can open.
 */
export async function sealedTo(jwk: PublicJwk): Promise<KeptCredentials> {
  const key = randomBytes(32);
  const sealer = sealerOf(fileKeyText(key));
  return { of: (payload) => sealFileCase(payload, sealer), sealedKey: await sealFileKey(key, jwk) };
}

/** Reads the public key in a file; fails if it holds none. */
export async function publicKeyOf(file: string): Promise<PublicJwk> {
  const jwk = parsePublicJwk(await textOf(file));
  if (jwk !== null) return jwk;
  throw new CliFailure('BAD_KEY', `${file} holds no public key`, 'Write one: replay keys recording > recording.jwk');
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'fault';
    throw new CliFailure('NOT_READ', `${file} was not read (${code})`, 'Give the file of replay keys recording.');
  }
}
