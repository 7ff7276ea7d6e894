/** A rule as `POST /api/apps/{appId}/compare-rules` accepts it (interface 11). */
export interface IgnoreRule {
  kind: 'ignore';
  /** Every endpoint if omitted. */
  operation?: string;
  target: 'response';
  path: string;
  comment: string;
}

/** Values of the shop that change with every run, regardless of the build. */
export const IGNORE_RULES: readonly IgnoreRule[] = [
  { kind: 'ignore', target: 'response', path: '$.meta.requestId', comment: 'new for every request' },
  { kind: 'ignore', target: 'response', path: '$.meta.servedAt', comment: 'time of the response' },
  { kind: 'ignore', target: 'response', path: '$..payment.paymentId', comment: 'new for every order' },
  { kind: 'ignore', target: 'response', path: '$..payment.placedAt', comment: 'time of the order' },
  { kind: 'ignore', operation: '/login', target: 'response', path: '$.expiresAt', comment: 'one hour after the login' },
  { kind: 'ignore', operation: '/health', target: 'response', path: '$.uptimeMs', comment: 'grows with the uptime' },
];
