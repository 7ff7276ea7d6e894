import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchAnswer, MissedCall } from '../../proxies/downstream.ts';
import type { MatchClient } from '../../proxies/match-calls.ts';
import { CliFailure } from '../cli-failure.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const MATCH = '/api/recorder/mocks/match';
const UNANSWERED = '/api/recorder/mocks/unanswered';
/** How long a call waits for the note that it was not answered, ms. */
const NOTE_TIMEOUT_MS = 2_000;
/** How long one question may take, ms. */
const TIMEOUT_MS = 10_000;
/** Pauses before further attempts; a repeat of a question gets the same answer. */
const PAUSES_MS = [100, 500];

/** Fails if the service refuses the credential; a service that is away may return. */
export async function checkMatchAccess({ client, output }: Pick<Session, 'client' | 'output'>): Promise<void> {
  try {
    await responseData(client.POST('/api/recorder/mocks/match-batch', { body: { items: [] } }));
  } catch (fault) {
    if (!(fault instanceof CliFailure) || !PASSING_FAULTS.has(fault.code)) throw fault;
    output.say(`${fault.message}; calls fail until it answers`);
  }
}

/** Asks the service for the answers of calls, and waits as long as they are to be delayed. Never rejects. */
export function matchClient({ post, output }: Pick<Session, 'post' | 'output'>, appId: string): MatchClient {
  let lastSaid = '';
  let hasSaidAmbiguous = false;

  /** Says once why calls cannot be answered, until the reason changes. */
  function say(text: string): void {
    if (text !== lastSaid) output.say(text);
    lastSaid = text;
  }

  async function ask(question: string): Promise<MatchAnswer> {
    for (const pause of [...PAUSES_MS, null]) {
      try {
        const response = await post(MATCH, question, TIMEOUT_MS);
        // what the service answers, as its OpenAPI document says
        const answer = (await response.json()) as (MatchAnswer & { delayMs?: number }) | { errorCode?: string };
        if (response.ok && 'matched' in answer) {
          lastSaid = '';
          if (answer.delayMs) await sleep(answer.delayMs);
          return answer;
        }
        const code = 'errorCode' in answer ? answer.errorCode : undefined;
        if (code === 'REPLAY_AMBIGUOUS' && !hasSaidAmbiguous) {
          hasSaidAmbiguous = true;
          output.say(
            `calls that name no replay cannot be answered while several requests are in progress: pass traceparent on, or send one request at a time (replay settings set ${appId} mocks.correlation=single)`,
          );
        }
        if (code === 'REPLAY_ID_NEEDED')
          say(
            `calls that do not carry the replay id are not answered: pass tracestate or baggage on (mocks.correlation of ${appId} is replayId)`,
          );
        if (code === 'REPLAY_NOT_FOUND' || code === 'REPLAY_AMBIGUOUS' || code === 'REPLAY_ID_NEEDED')
          return missed(code);
        say(`the service refuses to answer calls (HTTP ${response.status})`);
        return missed('SERVICE_UNAVAILABLE');
      } catch (fault) {
        say(fault instanceof CliFailure ? fault.message : 'the service did not answer a call');
        const isPassing = fault instanceof CliFailure && PASSING_FAULTS.has(fault.code);
        if (pause === null || !isPassing) break;
        await sleep(pause);
      }
    }
    return missed('SERVICE_UNAVAILABLE');
  }

  /** The failure of the call says nothing about the application, and must not count as a difference. */
  async function noteUnanswered(owner: object): Promise<void> {
    try {
      const response = await post(UNANSWERED, JSON.stringify(owner), NOTE_TIMEOUT_MS);
      await response.body?.cancel();
    } catch (fault) {
      say(fault instanceof CliFailure ? fault.message : 'the service did not answer a call');
    }
  }

  return {
    async match(correlation, call) {
      const owner = correlation ?? { appId };
      const answer = await ask(JSON.stringify({ ...owner, askId: randomUUID(), call }));
      if (!answer.matched && answer.reason === 'SERVICE_UNAVAILABLE') await noteUnanswered(owner);
      return answer;
    },
    matchStartup: (call) => ask(JSON.stringify({ appId, startup: true, call })),
  };
}

const missed = (reason: MissedCall['reason']): MissedCall => ({ matched: false, reason, nearest: [], onMiss: 'fail' });
