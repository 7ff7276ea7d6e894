import type { ChannelType } from '../../../functions/notifications/domain/channel-kind.ts';
import { alphaBotAnswer, type FakeBot } from './fake-alpha-bot.ts';
import { betaBotAnswer } from './fake-beta-bot.ts';
import { json, openTarget, type SeenRequest } from './recorded-target.ts';

/** A message that reached a receiver, and whether the receiver accepted it. */
export interface ReceivedMessage {
  type: ChannelType;
  /** Name of the bot or hook. */
  name: string;
  at: number;
  body: string;
  headers: SeenRequest['headers'];
  /** Code of the vendor's response body, 0 if accepted. For a webhook, the HTTP status. */
  code: number;
}

/** Whether a receiver of each type took the message that it answered with that code. */
export const IS_TAKEN: Readonly<Record<ChannelType, (code: number) => boolean>> = {
  alpha_bot: (code) => code === 0,
  beta_bot: (code) => code === 0,
  webhook: (code) => code < 300,
};

export interface FakeReceivers {
  received: ReceivedMessage[];
  /** Registers a bot with the vendor and returns its URL. */
  alphaBot(name: string, secret?: string | null): string;
  betaBot(name: string, secret?: string | null): string;
  /** URL of a hook that returns `status`. Default: 204. */
  webhook(name: string, status?: number): string;
  close(): Promise<void>;
}

/**
 * Receivers of all three channel types on one loopback port. The bots behave like those of their vendors (facts: bots).
 */
export async function openFakeReceivers(now: () => number = Date.now): Promise<FakeReceivers> {
  const alphaBots = new Map<string, FakeBot>();
  const betaBots = new Map<string, FakeBot>();
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
