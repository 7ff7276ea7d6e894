import { compareText } from '../../../platform/values/text-order.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { PolicySpec, Wanted } from './online-policy-body.ts';
import { isSampled, samplePosition } from './sampling.ts';

/** Result of selecting the recorded cases of a window (evaluation 3.13). */
export interface Selection {
  /** Cases that match the filter and are not excluded. */
  matched: number;
  sampled: number;
  /** Cases to replay, in the order of recording. */
  targets: CaseHead[];
  /** Skipped cases, by reason. */
  skipped: Record<string, number>;
  /** Position of the last target. Sampling up to it selects exactly these targets. */
  cutoff: number | null;
}

export interface SelectionRules {
  spec: Pick<PolicySpec, 'filter' | 'exclusions'>;
  salt: string;
  rate: number;
  /** Positions beyond this one are skipped (inclusive). Null for no limit. */
  cutoff: number | null;
  /** Maximum targets, and the reason recorded for the skipped ones. */
  max: number;
  beyond: string;
}

/**
 * Processes cases one by one: drops exclusions, filters, samples by trace. If too many remain, those with the lowest
 * positions are kept, independent of their order. The result equals a sample with a lower rate. Memory depends on
 * `most`, not on the number of cases.
 */
export function windowSelection({ spec, salt, rate, cutoff, max, beyond }: SelectionRules) {
  let matched = 0;
  let sampled = 0;
  let excluded = 0;
  let kept: { head: CaseHead; position: number }[] = [];
  const lowest = () => kept.sort((a, b) => a.position - b.position || byRecording(a.head, b.head)).slice(0, max);

  return {
    take(head: CaseHead): void {
      if (spec.exclusions.some(({ key, equals }) => tagOf(head, key) === equals)) excluded++;
      else if (isMeant(head, spec.filter)) {
        matched++;
        const position = samplePosition(salt, head.traceId);
        if (!isSampled(position, rate) || position > (cutoff ?? 1)) return;
        sampled++;
        kept.push({ head, position });
        if (kept.length > 2 * max) kept = lowest();
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

/** Endpoints that the filter can match. Null for all endpoints of the application. */
export function operationsOf({ operations }: PolicySpec['filter']): string[] | null {
  if (operations === undefined) return null;
  return typeof operations === 'string' ? [operations] : [...new Set(operations)];
}

function isMeant(head: CaseHead, { app_id, operations, case_tags = {}, ...tags }: PolicySpec['filter']): boolean {
  if (head.appId !== app_id || (operations !== undefined && !isAny(operations, head.operation))) return false;
  return [...Object.entries(tags), ...Object.entries(case_tags)].every(
    // The schema allows no other shape.
    ([key, wanted]) => isAny(wanted as Wanted, tagOf(head, key)),
  );
}

const isAny = (wanted: Wanted, value: string | undefined): boolean =>
  value !== undefined && (typeof wanted === 'string' ? wanted === value : wanted.includes(value));

const tagOf = ({ tags }: CaseHead, key: string): string | undefined =>
  Object.hasOwn(tags, key) ? tags[key] : undefined;

const byRecording = (a: CaseHead, b: CaseHead): number =>
  a.recordedAt - b.recordedAt || compareText(a.intake, b.intake);
