import type { GoReplayRecord } from './goreplay-scanner.ts';

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
  const answers = new Map<GoReplayRecord, GoReplayRecord>();
  let orphans = 0;
  for (const { sent, answered } of groupsById(inOrder)) {
    orphans += Math.max(0, answered.length - sent.length);
    for (const [request, response] of answered.length < sent.length ? lastBefore(sent, answered) : nth(sent, answered))
      answers.set(request, response);
  }
  return { pairs: requests.map((request) => ({ request, response: answers.get(request) ?? null })), orphans };
}

/** The requests and responses of each id, in order. Sorted positions take a tenth of the memory of a map of lists. */
function* groupsById(records: readonly GoReplayRecord[]) {
  const positions = Uint32Array.from(records.keys());
  const idAt = (index: number) => records[positions[index] ?? -1]?.id ?? '';
  positions.sort((a, b) => {
    const [idA, idB] = [records[a]?.id ?? '', records[b]?.id ?? ''];
    return idA < idB ? -1 : idA > idB ? 1 : a - b;
  });
  for (let start = 0, end = 0; start < positions.length; start = end) {
    const sent: GoReplayRecord[] = [];
    const answered: GoReplayRecord[] = [];
    for (end = start; end < positions.length && idAt(end) === idAt(start); end++) {
      const record = records[positions[end] ?? -1];
      if (record) (record.type === 1 ? sent : answered).push(record);
    }
    yield { sent, answered };
  }
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
