import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Lease } from './lease.ts';
import { Refused } from './refused.ts';
import { retryRequest } from './retry-request.ts';

/**
 * Downloads the inputs of an attempt into a folder and verifies each against its digest; returns manifests and the case
 * set by their roles.
 */
export async function fetchInputs({ downloads }: Lease, folder: string, signal: AbortSignal) {
  const inputs: Record<string, unknown> = {};
  for (const { role, path, digest, url } of downloads) {
    const bytes = await retryRequest(() => bytesAt(url, signal), signal);
    if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== digest)
      throw new Error(`the ${role} has an unexpected digest`);
    if (path === undefined) inputs[role] = JSON.parse(bytes.toString());
    else await saveFile(join(folder, 'files'), path, bytes);
  }
  return inputs;
}

async function bytesAt(url: string, signal: AbortSignal): Promise<Buffer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Refused(answer.status, 'download');
  return Buffer.from(await answer.arrayBuffer());
}

async function saveFile(root: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = resolve(root, path);
  if (relative(root, file).startsWith('..')) throw new Error('a file of the definition is outside its folder');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}
