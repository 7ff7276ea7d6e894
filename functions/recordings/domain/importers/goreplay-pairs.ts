import type { GoReplayRecord } from './goreplay-records.ts';

/** A request with its original response. */
export interface GoReplayPair {
  request: GoReplayRecord;
  response: GoReplayRecord | null;
}

/**
 * Pairs requests with original responses, oldest request first. Ids are not unique, so id *and* order decide: if an id
 * has as many responses as requests, the nth response belongs to the nth request; with fewer, each belongs to the last
 * request before it.
 */
export function pairRecords(records: readonly GoReplayRecord[]): { pairs: GoReplayPair[]; orphans: number } {
  const inOrder = records.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const requests = inOrder.filter(({ type }) => type === 1);
  const byId = Map.groupBy(inOrder, ({ id }) => id);
  const answers = new Map<GoReplayRecord, GoReplayRecord>();
  let orphans = 0;
  for (const records of byId.values()) {
    const sent = records.filter(({ type }) => type === 1);
    const answered = records.filter(({ type }) => type === 2);
    orphans += Math.max(0, answered.length - sent.length);
    for (const [request, response] of answered.length < sent.length ? lastBefore(sent, answered) : nth(sent, answered))
      answers.set(request, response);
  }
  return { pairs: requests.map((request) => ({ request, response: answers.get(request) ?? null })), orphans };
}

type Match = [request: GoReplayRecord, response: GoReplayRecord];

const nth = (sent: readonly GoReplayRecord[], answered: readonly GoReplayRecord[]): Match[] =>
  sent.flatMap((request, index): Match[] => {
    const response = answered[index];
    return response ? [[request, response]] : [];
  });

/** Responses before any request belong to the remaining requests, in order. */
function lastBefore(sent: readonly GoReplayRecord[], answered: readonly GoReplayRecord[]): Match[] {
  const matches: Match[] = [];
  const waiting: GoReplayRecord[] = [];
  const early: GoReplayRecord[] = [];
  let next = 0;
  for (const response of answered) {
    for (let request = sent[next]; request && request.at <= response.at; request = sent[++next]) waiting.push(request);
    const request = waiting.pop();
    if (request) matches.push([request, response]);
    else early.push(response);
  }
  return [...matches, ...nth([...waiting, ...sent.slice(next)], early)];
}
