import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { CasePayload } from '../../functions/recordings/domain/recorded-case.ts';
import { sealFileCase } from '../../functions/recordings/domain/sealed/file-case.ts';
import { fileKeyText, readPublicJwk, sealFileKey } from '../../functions/recordings/domain/sealed/file-keys.ts';
import { sealerOf } from '../../functions/recordings/domain/sealed/sealer.ts';
import { CliFailure } from '../cli-failure.ts';
import { credentialRemover } from './credentials.ts';

/** What a recording keeps of credentials. */
export interface KeptCredentials {
  of(payload: CasePayload): CasePayload;
  /** The key that sealed them, sealed to the service; null if they are not sealed. */
  sealedKey: string | null;
}

/** For the service, which seals them, and for files where the user asks for it. */
export const IN_CLEAR: KeptCredentials = { of: (payload) => payload, sealedKey: null };

/** For files without a key. */
export const removed = (): KeptCredentials => ({ of: credentialRemover(), sealedKey: null });

/** For files: sealed under a new key, which only the service of the public key can open. */
export async function sealedTo(file: string): Promise<KeptCredentials> {
  const jwk = readPublicJwk(await textOf(file));
  if (jwk === null)
    throw new CliFailure('BAD_KEY', `${file} holds no public key`, 'Write one: replay keys recording > recording.jwk');
  const key = randomBytes(32);
  const sealer = sealerOf(fileKeyText(key));
  return { of: (payload) => sealFileCase(payload, sealer), sealedKey: await sealFileKey(key, jwk) };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'fault';
    throw new CliFailure('NOT_READ', `${file} was not read (${code})`, 'Give the file of replay keys recording.');
  }
}
