import { fittedCard } from '../cards/card-fit.ts';
import { ENGLISH } from '../cards/texts/english-texts.ts';
import type { ChannelKind } from '../channel-kind.ts';
import { outcomeOfStatus } from '../webhook/outcome-of-status.ts';
import { chatPost } from './chat-post.ts';
import { slackMessage } from './slack-message.ts';

/**
 * Maximum characters of a message. Slack truncates longer ones
 * (https://api.slack.com/changelog/2018-04-truncating-really-long-messages).
 */
const MAX_CHARACTERS = 38_000;

/** An incoming webhook of Slack: a message of blocks, in English, with the content rules of spec 6.3. */
export const slack: ChannelKind = {
  sampleLanguage: 'en',
  content: (facts, { event }) =>
    fittedCard(
      facts,
      event,
      ENGLISH,
      (card) => JSON.stringify(slackMessage(card)),
      (message) => message.length <= MAX_CHARACTERS,
    ),
  post: chatPost,
  interpret: outcomeOfStatus,
  maxAnswerBytes: 0,
};
