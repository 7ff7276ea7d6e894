import { patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { patternedName } from '../../recordings/domain/endpoints/patterned-name.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import {
  mergedSelections,
  operationsByName,
  type PlanRefusalCode,
  unknownOperationsMessage,
} from '../domain/create-plan.ts';
import type { OperationSelection } from '../domain/plan.ts';

/** Methods that patterns may be for. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface Sources {
  recordings: Pick<RecordingStore, 'operationsOf'>;
  applications: Pick<ApplicationStore, 'settings'>;
}

/** The plan's endpoints by their recorded names (spec 7.1 APP_NOT_REGISTERED, UNKNOWN_OPERATION, REASON_101). */
export async function planSelection(
  { recordings, applications }: Sources,
  appId: string,
  requested: readonly OperationSelection[] | null,
): Promise<Result<{ operations: OperationSelection[] | null; inScope: string[] }, PlanRefusalCode>> {
  const recorded = await recordings.operationsOf(appId);
  if (requested === null) {
    return recorded.length === 0
      ? refuse('REASON_101', 'no endpoints found for the application')
      : accept({ operations: null, inScope: recorded });
  }
  if (recorded.length === 0) return refuse('APP_NOT_REGISTERED', `no endpoint is registered under appId=${appId}`);
  const named = operationsByName(recorded);
  const currentNames = await currentNamesOf(applications, appId, requested, named);
  const unknown = requested.filter(({ operation }) => currentNames(operation).length === 0);
  if (unknown.length > 0) {
    return refuse(
      'UNKNOWN_OPERATION',
      unknownOperationsMessage(
        appId,
        unknown.map(({ operation }) => operation),
      ),
    );
  }
  const operations = mergedSelections(
    requested.flatMap(({ operation, caseIds }) =>
      currentNames(operation).map((name) => ({ operation: name, caseIds })),
    ),
  );
  return accept({ operations, inScope: operations.map(({ operation }) => operation) });
}

/** Also finds endpoints by a name that a path pattern has replaced since: pipelines and schedules keep it. */
async function currentNamesOf(
  applications: Sources['applications'],
  appId: string,
  requested: readonly OperationSelection[],
  named: (name: string) => readonly string[],
): Promise<(name: string) => readonly string[]> {
  if (requested.every(({ operation }) => named(operation).length > 0)) return named;
  const matcher = patternMatcher((await applications.settings(appId)).endpoints);
  return (name) => {
    const found = named(name);
    if (found.length > 0) return found;
    return [...new Set(METHODS.flatMap((method) => named(patternedName(name, method, matcher))))];
  };
}
