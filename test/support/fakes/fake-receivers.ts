import { alphaBotAnswer, type FakeRobot } from './fake-alpha-bot.ts';
import { betaBotAnswer } from './fake-beta-bot.ts';
import { json, openTarget, type SeenRequest } from './recorded-target.ts';

/** A message that reached a receiver, and whether the receiver took it. */
export interface ReceivedMessage {
  type: 'alpha_bot' | 'beta_bot' | 'webhook';
  /** Name of the robot or hook. */
  name: string;
  at: number;
  body: string;
  headers: SeenRequest['headers'];
  /** What the vendor's body said, 0 for taken; the HTTP status for a webhook. */
  code: number;
}

export interface FakeReceivers {
  received: ReceivedMessage[];
  /** Url of a bot that the vendor knows from now on. */
  alphaBot(name: string, secret?: string | null): string;
  betaBot(name: string, secret?: string | null): string;
  /** Url of a hook that answers `status`, 204 unless told. */
  webhook(name: string, status?: number): string;
  close(): Promise<void>;
}

/** Receivers of all three channel types on one loopback port; the bots behave as their vendors do (facts: bots). */
export async function openFakeReceivers(now: () => number = Date.now): Promise<FakeReceivers> {
  const alphaBots = new Map<string, FakeRobot>();
  const betaBots = new Map<string, FakeRobot>();
  const hooks = new Map<string, number>();
  const received: ReceivedMessage[] = [];

  const target = await openTarget((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://receiver');
    const name = searchParams.get('access_token') ?? pathname.split('/').at(-1) ?? '';
    const keep = (type: ReceivedMessage['type'], code: number) =>
      received.push({ type, name, at: now(), body: request.body.toString(), headers: request.headers, code });
    if (request.method !== 'POST') return json(response, {}, 405);
    if (pathname.startsWith('/open-apis/bot/v2/hook/')) {
      const answer = alphaBotAnswer(alphaBots.get(name), request, now());
      keep('alpha_bot', answer.code);
      return json(response, answer);
    }
    if (pathname === '/robot/send') {
      const answer = betaBotAnswer(betaBots.get(name), request, now());
      keep('beta_bot', answer.errcode);
      return json(response, answer);
    }
    const status = hooks.get(name) ?? 404;
    keep('webhook', status);
    response.writeHead(status).end();
  });

  return {
    received,
    alphaBot(name, secret = null) {
      alphaBots.set(name, { secret, taken: [] });
      return `${target.url}/open-apis/bot/v2/hook/${name}`;
    },
    betaBot(name, secret = null) {
      betaBots.set(name, { secret, taken: [] });
      return `${target.url}/robot/send?access_token=${name}`;
    },
    webhook(name, status = 204) {
      hooks.set(name, status);
      return `${target.url}/hooks/${name}`;
    },
    close: target.close,
  };
}
