import type { RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import type { RecordingStore } from '../store/recordings.ts';

/** Takes an endpoint off the list of its application if no recording has its name. */
export async function removeIfEmpty(
  recordings: Pick<RecordingStore, 'newest' | 'registerEndpoints' | 'removeOperation'>,
  appId: string,
  { operation, methods }: Pick<RecordedEndpoint, 'operation' | 'methods'>,
): Promise<void> {
  if ((await recordings.newest(appId, operation, { limit: 1 })).length > 0) return;
  await recordings.removeOperation(appId, operation, methods);
  // A request with the settings of before may have added one in the meantime.
  const [late] = await recordings.newest(appId, operation, { limit: 1 });
  if (late) await recordings.registerEndpoints([late]);
}
