import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { Work } from '../../../platform/world.ts';
import type { Secret } from '../../../recordings/domain/sealed/found-credentials.ts';
import type { CaseMapping } from '../../domain/results/case-mapping.ts';
import type { PlannedCase } from '../../domain/results/chunk.ts';
import {
  type ComparedSentCase,
  type CompareSentInput,
  compareSentCaseJob,
  type NoticedFacts,
} from '../../domain/results/sent-case.ts';
import { withAllNoted } from '../../domain/values/note-case.ts';
import type { SessionValues } from '../../domain/values/session-values.ts';

/** What comparing a case depends on that is known only when it has been sent. */
export interface SentFacts {
  mapping: CaseMapping | null;
  noticed: NoticedFacts;
  secrets: readonly Secret[];
}

/** Null if the recording has expired. */
export type Compared = (ComparedSentCase & { values?: SessionValues | null }) | null | 'over budget';

/** Creates the function that compares a large case in the worker pool. */
export const largeCase =
  (underWhat: Pick<CompareSentInput, 'rules' | 'settings' | 'keys'>, work: Work) =>
  async (
    { caseId, operation }: PlannedCase,
    stored: StoredValue,
    replayed: OutboundOutcome,
    facts: SentFacts,
  ): Promise<Compared> => {
    if (facts.mapping !== null) withAllNoted(facts.mapping.values);
    const { body = NO_BYTES, ...head } = replayed.kind === 'response' ? replayed : { ...replayed, body: NO_BYTES };
    const compared = await work.run(
      compareSentCaseJob,
      async () => ({ caseId, stored: await stored.bytes(), body, head, operation, ...underWhat, ...facts }),
      { bytes: stored.size + body.byteLength },
    );
    if (!compared.ok) return 'over budget';
    if (compared.value === null) return null;
    const { outcome, calls, mapped, shared, version, values, ...payload } = compared.value;
    return { outcome, calls, mapped, shared, version, values, payload };
  };

const NO_BYTES = new Uint8Array();
