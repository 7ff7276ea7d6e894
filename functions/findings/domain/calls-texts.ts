import type { MadeCall } from '../../mocks/domain/made-call.ts';
import type { CallCounts, CallsState } from '../../replay/domain/calls/result-calls.ts';
import type { RoundCalls } from '../../replay/domain/results/round-calls.ts';
import type { CallRowState } from './calls/call-rows.ts';

type Made = Omit<CallCounts, 'state' | 'misses'>;

/** How the downstream calls of a request, or of a run, were made. */
export function callsText(state: CallsState, counts: Omit<CallCounts, 'state'>): string {
  // Calls that nothing answered are misses: only others, made for real or answered by a default, are worth a word.
  const isSaid = counts.misses === counts.nothing || counts.misses === 0;
  return `${madeText(state, counts)}${isSaid ? '' : `; ${plural(counts.misses)} had no recorded call to answer`}`;
}

function madeText(state: CallsState, counts: Made): string {
  const made = counts.recording + counts.target + counts.default + counts.nothing;
  switch (state) {
    case 'not recorded':
      return made === 0 ? 'not recorded' : `not recorded; ${partsText(counts)}`;
    case 'not asked':
      return 'not asked: neither an agent nor a proxy was connected';
    case 'answered':
      return made === 0 ? 'recorded, but none was made' : `answered from recordings: ${plural(made)}`;
    case 'real':
      return made === 0 ? 'recorded, but none was made' : `made for real: ${plural(made)}`;
    case 'mixed':
      return made === 0 ? 'partly not asked' : partsText(counts);
  }
}

const partsText = ({ recording, target, default: byDefault, nothing }: Made): string =>
  [
    recording > 0 && `${plural(recording)} answered from recordings`,
    target > 0 && `${plural(target)} made for real`,
    byDefault > 0 && `${plural(byDefault)} answered by a default`,
    nothing > 0 && `${plural(nothing)} not answered`,
  ]
    .filter((part) => part !== false)
    .join(', ');

/** The same of a run, before it has settled too. */
export function runCallsText(calls: (RoundCalls & { state: CallsState }) | null, enableMock: boolean): string {
  if (calls === null) return enableMock ? 'to be answered from recordings' : 'to be made for real';
  return settledCallsText({ ...calls, unasked: calls.requests['not asked'] });
}

/** The same of a run that has settled; `unasked` are its requests whose calls were not asked. */
export function settledCallsText({ state, unasked, ...counts }: CallCounts & { unasked: number }): string {
  const isPart = state === 'mixed' && unasked > 0;
  return `${callsText(state, counts)}${isPart ? `; those of ${unasked} ${unasked === 1 ? 'request' : 'requests'} were not asked` : ''}`;
}

const plural = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'call' : 'calls'}`;

/** What became of a call, with the tone of its badge, and what that means. */
export const CALL_ROW_LABELS: Readonly<
  Record<CallRowState, { text: string; tone: 'warn' | 'bad' | 'quiet'; counted: string; meaning: string }>
> = {
  SAME: { text: 'Matched', tone: 'quiet', counted: 'matched', meaning: 'Same parameters as recorded' },
  DIFFERS: {
    text: 'Parameters changed',
    tone: 'warn',
    counted: 'with changed parameters',
    meaning: 'Parameters differ from the recording',
  },
  NOT_MADE: { text: 'Missing', tone: 'bad', counted: 'missing', meaning: 'Recorded, but not made in the run' },
  NOT_RECORDED: { text: 'New', tone: 'warn', counted: 'new', meaning: 'Not in the recording' },
  NOT_ASKED: {
    text: 'Not asked',
    tone: 'quiet',
    counted: 'not asked',
    meaning: 'Neither an agent nor a proxy watched calls to this service during the run',
  },
  NOT_COMPARED: {
    text: 'Not compared',
    tone: 'quiet',
    counted: 'not compared',
    meaning: 'Calls of this kind are not compared',
  },
};

/** What answered a made call, in a word or two. */
export function answeredWord({ answeredBy, strategy }: Pick<MadeCall, 'answeredBy' | 'strategy'>): string {
  const how = strategy === null ? '' : HOW[strategy];
  return answeredBy === 'recording' ? `Recording${how}` : BY[answeredBy];
}

const BY = { target: 'Live', default: 'Default', nothing: 'No response' } as const;
const HOW: Readonly<Record<NonNullable<MadeCall['strategy']>, string>> = {
  exact: '',
  similar: ', closest match',
  sequence: ', next in order',
  reused: ', used again',
};

const ANSWERED: Readonly<Record<MadeCall['answeredBy'], string>> = {
  recording: 'answered from the recording',
  target: 'made for real',
  default: 'answered by the default response',
  nothing: 'not answered',
};

const FOUND: Readonly<Record<NonNullable<MadeCall['strategy']>, string>> = {
  exact: 'an equal call',
  similar: 'a similar call',
  sequence: 'the next recorded call',
  reused: 'a call that had answered before',
};

const BECAUSE: Readonly<Record<NonNullable<MadeCall['reason']>, string>> = {
  NO_CALL_RECORDED: 'the recording has no call to this downstream',
  ALL_CONSUMED: 'every such recorded call had already answered',
  NO_MATCH: 'no recorded call matches',
  MOCKING_OFF: 'mocking was off',
};

/** What answered a made call, how its recorded call was found, and why there is none. */
export function answeredText({
  answeredBy,
  strategy,
  reason,
}: Pick<MadeCall, 'answeredBy' | 'strategy' | 'reason'>): string {
  const found = strategy === null ? '' : `, found as ${FOUND[strategy]}`;
  return `${ANSWERED[answeredBy]}${found}${reason === null ? '' : `: ${BECAUSE[reason]}`}`;
}
