import type { IntakeAnswer } from '../client/paths.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { responseData } from './unwrap-response.ts';

/** Posts cases, one per line, as recorders do (interface 10). */
export const sendCases = (client: ServiceClient, lines: string, signal?: AbortSignal): Promise<IntakeAnswer> =>
  responseData(
    client.POST('/api/recorder/cases', {
      // The endpoint accepts NDJSON, but the client's types declare JSON only.
      body: lines as never,
      bodySerializer: (body: unknown) => body as string,
      headers: { 'content-type': 'application/x-ndjson' },
      ...(signal && { signal }),
    }),
  );
