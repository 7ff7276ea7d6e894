import type { IntakeAnswer } from '../client/paths.ts';
import type { ServiceClient } from '../client/service-client.ts';
import { answered } from './answered.ts';

/** Posts cases, one a line, as recorders do (interface 10). */
export const sendCases = (client: ServiceClient, lines: string): Promise<IntakeAnswer> =>
  answered(
    client.POST('/api/recorder/cases', {
      // NDJSON is one of the types that the endpoint takes; the client's types tell of JSON.
      body: lines as never,
      bodySerializer: (body: unknown) => body as string,
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  );
