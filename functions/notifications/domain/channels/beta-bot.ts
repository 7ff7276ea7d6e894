import { createHmac } from 'node:crypto';
import { fittedCard, within } from '../cards/card-fit.ts';
import { textsOf } from '../cards/texts/texts-of.ts';
import type { ChannelKind } from '../channel-kind.ts';
import { betaBotCard } from './beta-bot-card.ts';
import { type BotCodes, botOutcome, MAX_ANSWER_BYTES } from './bot-outcome.ts';

/** Maximum bytes of a body. The vendor accepts 20,000 (facts: bots 1.2). */
const MAX_BYTES = 19_000;

/**
 * The group chat bot of DingTalk (facts: bots 1.2): an actionCard, signed in its address if the bot has a secret.
 */
export const betaBot: ChannelKind = {
  sampleLanguage: 'zh',
  content(facts, { event }) {
    const texts = textsOf(facts.language);
    return fittedCard(facts, event, texts, (card) => JSON.stringify(betaBotCard(card, texts)), within(MAX_BYTES));
  },

  post: (content, { url, secret }, now) => ({
    url: secret === null ? url : signedUrl(url, secret, now),
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    body: content,
  }),

  interpret: (answer) => botOutcome(answer, CODES),

  maxAnswerBytes: MAX_ANSWER_BYTES,
};

/** The secret is the key; the time is in ms. */
function signedUrl(url: string, secret: string, now: number): string {
  const signed = new URL(url);
  signed.searchParams.set('timestamp', String(now));
  signed.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'));
  return signed.href;
}

/** Rate limited, throttled, busy. */
const RETRYABLE: readonly (number | undefined)[] = [130101, 410100, -1];

const CODES: BotCodes = {
  /** Some documents show it as text. */
  codeOf({ errcode }) {
    const code = typeof errcode === 'string' && /^-?\d{1,15}$/.test(errcode) ? Number(errcode) : errcode;
    return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined;
  },
  /** An excess message may also have `punish` without a code. */
  isRetryable: (code, { punish }) => RETRYABLE.includes(code) || (code === undefined && punish === 'deny'),
};
