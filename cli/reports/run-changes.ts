import type { EndpointFinding } from '../../client/paths.ts';
import { endpointLabel } from '../../functions/findings/domain/endpoint-labels.ts';
import { CliFailure } from '../cli-failure.ts';
import { namingOptions } from '../option-values.ts';
import { tableText } from '../output.ts';
import { plainLine } from '../plain-text.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

/** The findings of a run compared with those of another one. */
export interface RunChanges {
  /** The planId of the other run; null if there is none. */
  since: string | null;
  new: readonly EndpointFinding[];
  gone: readonly EndpointFinding[];
  unchanged: readonly EndpointFinding[];
}

/** Compares a completed run with another one: its planId, or `previous-clean`. */
export const runChanges = async (
  { client }: Pick<Session, 'client'>,
  planId: string,
  base: string,
): Promise<RunChanges> => {
  const params = { path: { planId }, query: { base } };
  const answer = client.GET('/api/replays/{planId}/changes', { params });
  const { planId: _, ...changes } = await responseData(answer).catch((fault: unknown) => {
    if (!(fault instanceof CliFailure)) throw fault;
    throw new CliFailure(fault.code, namingOptions(fault.message, { base: '--base' }), fault.advice);
  });
  return changes;
};

/** Formats changes for a terminal: the counts, and a table of what is new or gone. */
export function changesText({ since, unchanged, ...changed }: RunChanges, width?: number): string {
  if (since === null) return 'no earlier run to compare with';
  const rows = (['new', 'gone'] as const).flatMap((what) =>
    changed[what].map(({ kind, subject, affectedRequests, totalRequests, ...endpoint }) => [
      what,
      kind,
      plainLine(subject),
      plainLine(endpointLabel(endpoint)),
      `${affectedRequests} of ${totalRequests}`,
    ]),
  );
  return [
    `since run ${since}: ${changed.new.length} new, ${changed.gone.length} gone, ${unchanged.length} unchanged`,
    ...(rows.length > 0 ? [tableText(['', 'kind', 'what', 'endpoint', 'requests'], rows, '', width)] : []),
  ].join('\n');
}
