import { createHmac } from 'node:crypto';
import { fittedCard, within } from '../cards/card-fit.ts';
import { textsOf } from '../cards/texts/texts-of.ts';
import type { ChannelKind } from '../channel-kind.ts';
import { alphaBotCard } from './alpha-bot-card.ts';
import { type BotCodes, botOutcome, MAX_ANSWER_BYTES } from './bot-outcome.ts';

/** Maximum bytes of a body. The vendor accepts 20 KB (facts: bots 1.1). */
const MAX_BYTES = 19_000;
/** `"timestamp":"…","sign":"…",` with some spare digits. */
const SIGN_BYTES = 128;

/**
 * The group chat bot of Feishu and Lark (facts: bots 1.1): an interactive card, signed in its body if the bot has a
 * secret.
 */
export const alphaBot: ChannelKind = {
  sampleLanguage: 'zh',
  content(facts, { event }) {
    const texts = textsOf(facts.language);
    return fittedCard(
      facts,
      event,
      texts,
      (card) => JSON.stringify(alphaBotCard(card, texts)),
      within(MAX_BYTES - SIGN_BYTES),
    );
  },

  post: (content, { url, secret }, now) => ({
    url,
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    body: secret === null ? content : JSON.stringify({ ...signature(secret, now), ...JSON.parse(content) }),
  }),

  interpret: (answer) => botOutcome(answer, CODES),

  maxAnswerBytes: MAX_ANSWER_BYTES,
};

/** The secret is part of the key, and the message is empty. The time is in seconds. */
function signature(secret: string, now: number): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(now / 1000));
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}

const RATE_LIMITED = 11232;
/** Bad Request. The vendor also uses it for throttling. */
const BAD_REQUEST = 9499;

const CODES: BotCodes = {
  /** Older responses contain only `StatusCode`. */
  codeOf({ code, StatusCode }) {
    const value = code ?? StatusCode;
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
  },
  isRetryable: (code, { msg }) =>
    code === RATE_LIMITED || (code === BAD_REQUEST && /rate|frequen/i.test(typeof msg === 'string' ? msg : '')),
};
