import type { MockSettings } from '../../applications/domain/mock-settings.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { openText } from '../../recordings/domain/sealed/open-request.ts';
import { REDACTING_OPENER } from '../../recordings/domain/sealed/redacting-opener.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import type { ActiveReplay } from '../domain/active-replay.ts';
import type { Call } from '../domain/call.ts';
import type { MissReason, Strategy } from '../domain/made-call.ts';
import type { NearCall } from '../domain/match-call.ts';
import { asReplayed, type ValueAlias } from '../domain/value-aliases.ts';

/** The answer to a call. `response` is JSON text with its sealed values open: it must not be stored or shown. */
export type MockAnswer = FoundAnswer | MissedAnswer;

export interface FoundAnswer {
  matched: true;
  strategy: 'exact' | 'similar' | 'sequence';
  /** Null for a call outside of requests. */
  index: number | null;
  response: string;
  error: string | null;
  durationMs: number | null;
  /** How long to wait before answering the application. */
  delayMs: number;
}

export interface MissedAnswer {
  matched: false;
  reason: MissReason;
  nearest: readonly NearCall[];
  onMiss: MockSettings['onMiss'];
  /** JSON text; null without one. */
  response: string | null;
}

/** What opens the recorded calls of a replay: a run without credentials gets none from its recordings either. */
export const openerOf = <Opener extends Pick<Sealer, 'open'>>(
  { credentials }: Pick<ActiveReplay, 'credentials'>,
  sealer: Opener,
): Pick<Sealer, 'open'> => (credentials === 'none' ? REDACTING_OPENER : sealer);

/** A recorded call with its sealed values open, and the values of value mapping as the application knows them. */
export const openedCall = (
  call: RecordedCall,
  sealer: Pick<Sealer, 'open'>,
  aliases: readonly ValueAlias[] = [],
): RecordedCall => ({
  ...call,
  request: openText(call.request, sealer, 'json'),
  response: openText(asReplayed(call.response, aliases), sealer, 'json'),
  error: call.error && openText(call.error, sealer),
});

/** The answer of a call that was opened; `reused` is called `sequence` by the protocol. */
export const foundAnswer = (
  { response, error, durationMs }: RecordedCall,
  { strategy, index, waits }: { strategy: Strategy; index: number | null; waits: boolean },
): FoundAnswer => ({
  matched: true,
  strategy: strategy === 'reused' ? 'sequence' : strategy,
  index,
  response,
  error,
  durationMs,
  delayMs: waits ? Math.round(durationMs ?? 0) : 0,
});

/** The answer where nothing answers. */
export const missedAnswer = (
  reason: MissReason,
  onMiss: MockSettings['onMiss'],
  { nearest = [], response = null }: Partial<Pick<MissedAnswer, 'nearest' | 'response'>> = {},
): MissedAnswer => ({ matched: false, reason, nearest, onMiss, response });

/** A call whose response is not known. */
export const asRecordedCall = ({ kind, target, operation, request }: Call): RecordedCall => ({
  kind,
  target,
  operation,
  request,
  response: 'null',
  error: null,
  durationMs: null,
});
