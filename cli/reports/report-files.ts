import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliFailure } from '../cli-failure.ts';

/** Writes a report and creates missing folders. */
export async function writeReport(path: string, text: string): Promise<void> {
  await withWriteErrors(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  });
}

/** Appends to a file that other programs write to as well. */
export const appendReport = (path: string, text: string): Promise<void> =>
  withWriteErrors(path, () => appendFile(path, text));

async function withWriteErrors(path: string, work: () => Promise<void>): Promise<void> {
  await work().catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_WRITTEN',
      `${path} was not written (${fault.code ?? 'fault'})`,
      'Give a path that can be written.',
    );
  });
}
