import type { GoReplayRecord } from './goreplay-records.ts';

/** A request and the original response that belongs to it. */
export interface GoReplayPair {
  request: GoReplayRecord;
  response: GoReplayRecord | null;
}

/**
 * Pairs requests with original responses, oldest request first. Ids are not unique, so it is id *and* order that decide: with
 * as many responses as requests of an id the nth answers the nth; with fewer, each answers the last request before it.
 */
export function pairRecords(records: readonly GoReplayRecord[]): { pairs: GoReplayPair[]; orphans: number } {
  const inOrder = records.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const requests = inOrder.filter(({ type }) => type === 1);
  const responsesById = Map.groupBy(
    inOrder.filter(({ type }) => type === 2),
    ({ id }) => id,
  );
  const answers = new Map<GoReplayRecord, GoReplayRecord>();
  let orphans = 0;
  for (const [id, responses] of responsesById) {
    const asked = requests.filter((request) => request.id === id);
    for (const [index, response] of responses.entries()) {
      const request =
        responses.length >= asked.length
          ? asked[index]
          : (asked.findLast((one) => one.at <= response.at && !answers.has(one)) ??
            asked.find((one) => !answers.has(one)));
      if (request) answers.set(request, response);
      else orphans++;
    }
  }
  return { pairs: requests.map((request) => ({ request, response: answers.get(request) ?? null })), orphans };
}
