import { compareCalls } from '../../../compare/domain/calls/compare-calls.ts';
import type { Difference } from '../../../compare/domain/difference.ts';
import { isIdName } from '../../../compare/domain/generated/field-name.ts';
import type { CompiledRules } from '../../../compare/domain/rules/rules.ts';
import type { RecordedCall, RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { UsedMapping } from '../values/mapped-request.ts';
import { mappingsBetween } from '../values/mapped-text.ts';
import { type Mapping, mappingOf, type ValueMap } from '../values/session-values.ts';
import { ANY_ENTITY, namesNothing, sentEntity } from '../values/value-entity.ts';
import { plainOf } from '../values/value-pair.ts';
import { askedTargets, isStartup } from './calls-state.ts';
import type { CallsState, NoticedCalls, ResultCalls } from './result-calls.ts';

/** The downstream calls of a case and of its replay, and the requests that they were made for. */
export interface ReplayedCalls {
  recorded: readonly RecordedCall[];
  noticed: NoticedCalls;
  request: RecordedRequest;
  /** The request as it was sent. */
  sent: RecordedRequest;
  recordedAt: number;
  replayedAt: number;
  /** Values that stand for each other. */
  maps: readonly ValueMap[];
  /**
   * The request, and what opens sealed values in JSON: two of them that were generated are noted as issued by its
   * calls.
   */
  issuing?: { planItemId: string; open(json: string): string } | null;
}

/** How the downstream calls of a replay differ. */
export interface NoticedDifferences {
  differences: Difference[];
  /** Positions of noticed calls whose request differs in a field that no rule ignores. */
  differing: ReadonlySet<number>;
  /** Mappings that explain fields, so that a later comparison finds the same. */
  used: UsedMapping[];
}

/** Compares the downstream calls that were noticed while a case was replayed with its recorded ones. */
export function compareNoticed(
  { recorded, noticed, request, sent, recordedAt, replayedAt, maps, issuing }: ReplayedCalls,
  rules: CompiledRules,
): NoticedDifferences {
  const used = new Map<Mapping, UsedMapping>();
  const positions = [...noticed.calls.keys()].filter((index) => {
    const call = noticed.calls[index];
    return call !== undefined && !isStartup(call);
  });
  const made = positions.flatMap((index) => noticed.calls[index] ?? []);
  const { differences, differing } = compareCalls(
    {
      recorded,
      made: made.map((call) => ({ ...call, isReused: call.strategy === 'reused' })),
      isAsked: askedTargets(noticed, recorded),
      sent: { recorded: textOf(request), made: textOf(sent) },
      times: { recordedAt, replayedAt },
      isMapped({ path, name, recorded: a, replayed: b }) {
        const found = a === null || b === null ? null : mappingsOf(a, b, name, maps);
        for (const mapping of found ?? []) if (!used.has(mapping)) used.set(mapping, { ...mapping, path });
        return found !== null;
      },
      ...(issuing && {
        open: issuing.open,
        noteIssued(path, a, b) {
          const mapping = {
            recorded: a,
            replayed: b,
            thing: null,
            from: { planItemId: issuing.planItemId, place: path },
          };
          used.set(mapping, { ...mapping, path });
        },
      }),
    },
    rules,
  );
  return {
    differences: differences.map((difference) => withPosition(difference, positions)),
    differing: new Set(differing.flatMap((index) => positions[index] ?? [])),
    used: [...used.values()],
  };
}

/** The downstream calls as they are stored with the result. */
export const resultCalls = (
  { recorded, noticed, recordedAt, replayedAt }: Omit<ReplayedCalls, 'maps' | 'issuing'>,
  state: CallsState,
  differing: ReadonlySet<number>,
): ResultCalls => ({
  state,
  isReported: noticed.isReported,
  askedTargets: [...noticed.askedTargets],
  recorded: [...recorded],
  made: noticed.calls.map((call, index) => (differing.has(index) ? { ...call, differs: true } : call)),
  recordedAt,
  replayedAt,
});

/** Positions count among all noticed calls. */
function withPosition(difference: Difference, positions: readonly number[]): Difference {
  const { call } = difference;
  if (call === undefined || call.made === null) return difference;
  return { ...difference, call: { ...call, made: positions[call.made] ?? null } };
}

const textOf = ({ path, headers, body, bodyEncoding }: RecordedRequest): string =>
  [path, ...headers.map(([, value]) => value), Buffer.from(body ?? '', bodyEncoding).toString()].join('\n');

/** The mappings that explain two values given as JSON; null if there are none. */
function mappingsOf(recorded: string, made: string, name: string, maps: readonly ValueMap[]): Mapping[] | null {
  if (maps.every(({ byValue }) => byValue.size === 0)) return null;
  const [value, other] = [plainOf(recorded), plainOf(made)];
  const whole = mappingOf(maps, value, null) ?? mappingOf(maps, value, entityOf(name));
  if (whole?.replayed === other) return [whole];
  const inside = recorded.startsWith('"') ? mappingsBetween(value, other, maps) : null;
  return inside?.length ? inside : null;
}

/**
 * What a field of a call's request identifies: anything if it is an id or has no name, never what a quantity counts.
 */
const entityOf = (name: string): string =>
  name === '' || isIdName(name) || !namesNothing(name)
    ? ANY_ENTITY
    : sentEntity({ field: name, parent: '', collection: '' });
