import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type PublicJwk, parsePublicJwk } from '../../functions/recordings/domain/sealed/file-keys.ts';
import { CliFailure } from '../cli-failure.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { spoolKey } from './spool-folder.ts';

const notKnown = () =>
  new CliFailure(
    'NO_SEAL_KEY',
    'the service is away, and its public key, to which cases are sealed before they are written to the spool, is not known',
    'Start the recorder while the service can be reached, or give the file of `replay keys recording` by --seal-key.',
  );

/**
 * Returns the public key of the service and keeps it in the folder of the spool (mode 0600), from where it is read
 * while the service is away. Fails if the service refuses the credential, or is away and its key is not kept.
 */
export async function serviceKey(
  { client, output, address, tenantId }: Pick<Session, 'client' | 'output' | 'address' | 'tenantId'>,
  folder: string,
): Promise<PublicJwk> {
  const path = join(folder, `public-key-${spoolKey(address.url, tenantId)}.jwk`);
  try {
    const text = JSON.stringify(await responseData(client.GET('/api/recorder/public-key')));
    const jwk = parsePublicJwk(text);
    if (jwk === null) throw new CliFailure('BAD_KEY', 'the service returned no public key', 'Is --url its address?');
    await keep(path, text).catch((fault: NodeJS.ErrnoException) =>
      output.say(`the public key of the service was not written to the spool (${fault.code ?? 'fault'})`),
    );
    return jwk;
  } catch (fault) {
    if (!(fault instanceof CliFailure) || !PASSING_FAULTS.has(fault.code)) throw fault;
    const jwk = await kept(path);
    if (jwk === null) throw notKnown();
    output.say(`${fault.message}; cases wait in the spool`);
    return jwk;
  }

  async function kept(file: string): Promise<PublicJwk | null> {
    try {
      return parsePublicJwk(await readFile(file, 'utf8'));
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'fault';
      if (code !== 'ENOENT') output.say(`${file} was not read (${code})`);
      return null;
    }
  }
}

/** Recorders that share the folder may write it at the same time. */
async function keep(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}`;
  await writeFile(written, text, { mode: 0o600 });
  await rename(written, path);
}
