import { S3ServiceException } from '@aws-sdk/client-s3';

const MAX_ATTEMPTS = 5;

/** Writes an object on condition that its key is absent: the first write wins. */
export async function once(write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await unlessPresent(write);
      return;
    } catch (error) {
      // 409: another write of the key is in progress; the retry determines which one wins.
      if (statusOf(error) !== 409 || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The same for a write that cannot be repeated. */
export async function unlessPresent(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
