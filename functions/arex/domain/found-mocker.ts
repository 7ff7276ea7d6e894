import { isObject } from '../../platform/json/is-object.ts';
import { agentTarget } from '../../recordings/domain/importers/arex/http-response-wrapper.ts';
import { jsonOfText } from '../../recordings/domain/importers/json-file.ts';

/** The mocker that answers a query: what was asked, with the recorded answer; null if no agent can read that. */
export function foundMocker(asked: Record<string, unknown>, response: string): Record<string, unknown> | null {
  const targetResponse = agentTarget(jsonOfText(response));
  return targetResponse && { ...asked, targetResponse };
}

/** The mocker of a recorded call, as the agent prefetches it; null for a call that it did not record. */
export function prefetchedMocker(recordId: string, index: number, response: string): Record<string, unknown> | null {
  const value = jsonOfText(response);
  const asked = isObject(value) && isObject(value.asked) ? value.asked : null;
  const targetResponse = agentTarget(value);
  return asked && targetResponse && { ...asked, id: String(index), recordId, targetResponse };
}

/** The category of a prefetched mocker. */
export const categoryOf = (mocker: Record<string, unknown>): string =>
  isObject(mocker.categoryType) && typeof mocker.categoryType.name === 'string' ? mocker.categoryType.name : '';
