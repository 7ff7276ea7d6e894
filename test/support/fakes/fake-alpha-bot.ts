import { createHmac } from 'node:crypto';
import type { SeenRequest } from './recorded-target.ts';

/** A bot as its group's owner configured it. */
export interface FakeBot {
  /** Null: no signature required. */
  secret: string | null;
  /** Times of accepted messages, epoch ms. */
  taken: number[];
}

const MAX_BYTES = 20 * 1024;
const COLOURS = new Set(
  'blue wathet turquoise green yellow orange red carmine violet purple indigo grey default'.split(' '),
);

/**
 * Responds like the vendor of alpha_bot (facts: bots 1.1): always HTTP 200, the outcome in `code`; at most 100 messages
 * a minute, 5 a second and 20 KB; a signature of the last hour; only cards of schema 1.0 with a known colour.
 */
export function alphaBotAnswer(bot: FakeBot | undefined, { headers, body }: SeenRequest, now: number): AlphaAnswer {
  if (bot === undefined) return answer(19001, 'param invalid: incoming webhook access token invalid');
  if (!String(headers['content-type']).startsWith('application/json')) return answer(9499, 'Bad Request');
  if (body.length > MAX_BYTES) return answer(9499, 'request body too large');
  const message = parsed(body);
  if (message === undefined) return answer(9499, 'Bad Request');
  if (bot.secret !== null && !isSigned(message, bot.secret, now))
    return answer(19021, 'sign match fail or timestamp is not within one hour from current time');
  if (message.msg_type !== 'interactive') return answer(19002, 'params error, msg_type need');
  if (!isCard(message.card)) return answer(200621, 'parse card json err');
  const within = (ms: number) => bot.taken.filter((at) => at > now - ms).length;
  if (within(60_000) >= 100 || within(1000) >= 5) return answer(11232, 'frequency limited');
  bot.taken.push(now);
  return { StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' };
}

export interface AlphaAnswer {
  code: number;
  msg: string;
  data: object;
  StatusCode?: number;
  StatusMessage?: string;
}

const answer = (code: number, msg: string): AlphaAnswer => ({ code, msg, data: {} });

function parsed(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined; // just checked
  } catch {
    // Not JSON: the vendor returns 9499.
    return undefined;
  }
}

function isSigned({ timestamp, sign }: Record<string, unknown>, secret: string, now: number): boolean {
  const seconds = Number(timestamp);
  if (!Number.isInteger(seconds) || Math.abs(seconds * 1000 - now) > 3_600_000) return false;
  return sign === createHmac('sha256', `${timestamp}\n${secret}`).digest('base64');
}

/** Whether it is a card of schema 1.0 with a header, a known colour and elements allowed for custom bots. */
function isCard(card: unknown): boolean {
  if (typeof card !== 'object' || card === null) return false;
  const { schema, header, elements } = card as {
    schema?: unknown;
    header?: { template?: unknown; title?: unknown };
    elements?: unknown;
  }; // an object
  return (
    schema === undefined &&
    header?.title !== undefined &&
    COLOURS.has(String(header.template)) &&
    Array.isArray(elements)
  );
}
