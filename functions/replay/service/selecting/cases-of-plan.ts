import * as v from 'valibot';
import type { Digest } from '../../../platform/values/digest.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { FIRST_VERSION } from '../../../recordings/domain/versions/case-version.ts';
import type { SendingServices } from '../../composition.ts';
import { CaseManifest } from '../../domain/case-manifest.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import type { ShapeCoverage } from '../../domain/spread.ts';
import { headOrUnreadable, selectedCases } from './selected-cases.ts';
import { spreadCases } from './spread-cases.ts';

type Services = Pick<SendingServices, 'recordings' | 'caseManifests' | 'work'>;

/** Cases of a manifest that are read concurrently. */
const BATCH = 50;

/**
 * The cases that a plan replays, in any order, page by page; of a `spread`, with the shapes that those given so far
 * cover.
 */
export interface CasesOfPlan {
  cases: AsyncGenerator<CaseHead>;
  shapes?: ShapeCoverage;
}

export function casesOfPlan(plan: ReplayPlan, inScope: readonly string[], services: Services): CasesOfPlan {
  if (plan.caseManifest !== undefined) return { cases: namedCases(plan.caseManifest, services) };
  if (plan.caseSelection !== 'spread') return { cases: selectedCases(plan, inScope, services.recordings) };
  const shapes = { covered: 0, of: 0 };
  return { cases: spreadCases(plan, inScope, services, shapes), shapes };
}

/** Cases that an evaluation fixed before, each in its version, if that still exists (evaluation 3.14). */
async function* namedCases(
  manifest: Digest,
  { caseManifests, recordings }: Pick<Services, 'caseManifests' | 'recordings'>,
): AsyncGenerator<CaseHead> {
  const { app_id: appId, cases } = v.parse(CaseManifest, await caseManifests.jsonOf(manifest));
  for (let at = 0; at < cases.length; at += BATCH) {
    const heads = await Promise.all(
      cases
        .slice(at, at + BATCH)
        .map(async ({ case_id: caseId, trace_id: traceId, operation, recorded_at, recording_version }) => {
          const known = { caseId, appId, traceId, operation, recordedAt: Date.parse(recorded_at) };
          const head = await headOrUnreadable(known, recordings);
          return head && !head.unreadable
            ? recordings.versions.headWith(head, recording_version ?? FIRST_VERSION)
            : head;
        }),
    );
    for (const head of heads) if (head !== undefined) yield head;
  }
}
