import { createHmac } from 'node:crypto';
import type { FakeBot } from './fake-alpha-bot.ts';
import type { SeenRequest } from './recorded-target.ts';

const MAX_BYTES = 20_000;
const MAX_PER_MINUTE = 20;
/** The keyword configured by the group's owner. Messages without it are rejected. */
const KEYWORD = '回放';

/**
 * Responds like the vendor of beta_bot (facts: bots 1.2): always HTTP 200, the outcome in `errcode`; at most 20
 * messages in any 60 s and 20,000 bytes; a signature of the last hour in the query; the keyword in the text.
 */
export function betaBotAnswer(bot: FakeBot | undefined, { url, headers, body }: SeenRequest, now: number): BetaAnswer {
  if (bot === undefined) return answer(300_001, 'token is not exist');
  if (!String(headers['content-type']).startsWith('application/json'))
    return answer(43_004, 'content-type not supported');
  if (body.length > MAX_BYTES) return answer(460_101, 'message too long, exceed 20000 bytes');
  const query = new URL(url, 'http://bot').searchParams;
  if (bot.secret !== null && !isSigned(query, bot.secret, now)) return answer(310_000, 'sign not match');
  const text = textOf(body);
  if (text === undefined) return answer(400_105, 'unsupported msgtype');
  if (!text.includes(KEYWORD)) return answer(310_000, 'keywords not in content');
  if (bot.taken.filter((at) => at > now - 60_000).length >= MAX_PER_MINUTE) {
    return answer(130_101, 'send too fast, exceed 20 times per minute');
  }
  bot.taken.push(now);
  return answer(0, 'ok');
}

export interface BetaAnswer {
  errcode: number;
  errmsg: string;
}

const answer = (errcode: number, errmsg: string): BetaAnswer => ({ errcode, errmsg });

function isSigned(query: URLSearchParams, secret: string, now: number): boolean {
  const timestamp = query.get('timestamp') ?? '';
  if (!/^\d{13}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > 3_600_000) return false;
  return query.get('sign') === createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
}

/** Text of a message of a supported type. Undefined for any other. */
function textOf(body: Buffer): string | undefined {
  try {
    const { msgtype, ...parts } = JSON.parse(body.toString());
    if (msgtype !== 'markdown' && msgtype !== 'actionCard') return undefined;
    const { title, text } = parts[msgtype] ?? {};
    return typeof title === 'string' && typeof text === 'string' ? `${title}\n${text}` : undefined;
  } catch {
    // Not JSON: the bot cannot show it.
    return undefined;
  }
}
