import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import { aliasesOf } from '../domain/values/session-values.ts';
import type { LoginCase } from '../service/sending/session-login.ts';
import type { LaneValues } from './lane-values.ts';
import type { SendingCase } from './outcome-writer.ts';

/** A case with the values of a build in place of recorded ones. */
interface PreparedCase {
  /** As it is sent. */
  request: RecordedRequest;
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
  about: LoginCase & Required<Pick<LoginCase, 'replayed'>>;
}

/** Maps the values of a case for the build that it is sent to. */
export async function preparedCase(
  { planned, end, one, facts, turn }: Pick<SendingCase, 'planned' | 'end' | 'one' | 'facts'> & Pick<LoginCase, 'turn'>,
  lane: LaneValues | null | undefined,
): Promise<PreparedCase> {
  const mapped = await lane?.mapped(planned.item, one.request);
  const mapping = (mapped && lane?.mappingOf(planned.item, one.request, mapped)) ?? null;
  const replayed = {
    planItemId: facts.plan_item_id,
    caseId: planned.caseId,
    ...(planned.version !== undefined && { version: planned.version }),
    recordedAt: planned.recordedAt,
    calls: one.calls.length,
    aliases: aliasesOf(mapped?.used ?? []),
  };
  const about = { planned, recorded: one.request, recordedStatus: end.status, turn, replayed };
  return { request: mapped?.request ?? one.request, mapping, about };
}
