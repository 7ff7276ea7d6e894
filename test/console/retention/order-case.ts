import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';

/** A rolling case of the application `shop`, as the intake hands it to the store. */
export const orderCase = (caseId: string, recordedAt: number, change: Partial<NewCase> = {}): NewCase => ({
  caseId,
  appId: 'shop',
  operation: '/orders/{id}',
  method: 'GET',
  recordedAt,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  session: null,
  tags: {},
  durationMs: 3,
  status: 200,
  pinned: false,
  request: { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' },
  response: { status: 200, headers: [], body: '{}', bodyEncoding: 'utf8' },
  calls: [],
  ...change,
});
