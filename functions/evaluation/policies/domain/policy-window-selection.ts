import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { PolicySpec, Wanted } from './online-policy-body.ts';
import { isSampled, samplePosition } from './sampling.ts';

/** What becomes of the recorded cases of a window (evaluation 3.13). */
export interface Selection {
  /** Cases that are meant and not excluded. */
  matched: number;
  sampled: number;
  /** What is replayed, in the order of recording. */
  targets: CaseHead[];
  /** How many were left out, by reason. */
  skipped: Record<string, number>;
  /** Position of the last of them: who samples up to it has these and no others. */
  cutoff: number | null;
}

export interface SelectionRules {
  spec: Pick<PolicySpec, 'filter' | 'exclusions'>;
  salt: string;
  rate: number;
  /** Positions beyond this one are left out (inclusive); null where none are. */
  cutoff: number | null;
  /** Most targets, and the reason that the others are left out for. */
  most: number;
  beyond: string;
}

/**
 * Takes cases one by one: drops exclusions, filters, samples by trace. Where too many are left, those with the lowest positions stay,
 * whatever the order they came in: a sample of a lower rate. Memory follows from `most`, not from how many come.
 */
export function windowSelection({ spec, salt, rate, cutoff, most, beyond }: SelectionRules) {
  let matched = 0;
  let sampled = 0;
  let excluded = 0;
  let kept: { head: CaseHead; position: number }[] = [];
  const lowest = () => kept.sort((a, b) => a.position - b.position || byRecording(a.head, b.head)).slice(0, most);

  return {
    take(head: CaseHead): void {
      if (spec.exclusions.some(({ key, equals }) => tagOf(head, key) === equals)) excluded++;
      else if (isMeant(head, spec.filter)) {
        matched++;
        const position = samplePosition(salt, head.traceId);
        if (!isSampled(position, rate) || position > (cutoff ?? 1)) return;
        sampled++;
        kept.push({ head, position });
        if (kept.length > 2 * most) kept = lowest();
      }
    },

    selection(): Selection {
      const chosen = lowest();
      const targets = chosen.map(({ head }) => head).sort(byRecording);
      const counts = { excluded, not_sampled: matched - sampled, [beyond]: sampled - targets.length };
      const skipped = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      return { matched, sampled, targets, skipped, cutoff: chosen.at(-1)?.position ?? null };
    },
  };
}

/** Endpoints whose cases can be meant; null: all of the application. */
export function operationsOf({ operations }: PolicySpec['filter']): string[] | null {
  if (operations === undefined) return null;
  return typeof operations === 'string' ? [operations] : [...new Set(operations)];
}

function isMeant(head: CaseHead, { app_id, operations, case_tags = {}, ...tags }: PolicySpec['filter']): boolean {
  if (head.appId !== app_id || (operations !== undefined && !isAny(operations, head.operation))) return false;
  return [...Object.entries(tags), ...Object.entries(case_tags)].every(
    // The schema lets no other shape through.
    ([key, wanted]) => isAny(wanted as Wanted, tagOf(head, key)),
  );
}

const isAny = (wanted: Wanted, value: string | undefined): boolean =>
  value !== undefined && (typeof wanted === 'string' ? wanted === value : wanted.includes(value));

const tagOf = ({ tags }: CaseHead, key: string): string | undefined =>
  Object.hasOwn(tags, key) ? tags[key] : undefined;

const byRecording = (a: CaseHead, b: CaseHead): number =>
  a.recordedAt - b.recordedAt || (a.intake < b.intake ? -1 : a.intake > b.intake ? 1 : 0);
