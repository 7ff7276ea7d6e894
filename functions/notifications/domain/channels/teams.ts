import { fittedCard, within } from '../cards/card-fit.ts';
import { ENGLISH } from '../cards/texts/english-texts.ts';
import type { ChannelKind } from '../channel-kind.ts';
import { outcomeOfStatus } from '../webhook/outcome-of-status.ts';
import { chatPost } from './chat-post.ts';
import { teamsMessage } from './teams-message.ts';

/** Maximum bytes of a message. Microsoft Teams accepts 28 KB. */
const MAX_BYTES = 25_000;

/** A webhook of Microsoft Teams (Workflows): an Adaptive Card 1.5, in English, with the content rules of spec 6.3. */
export const teams: ChannelKind = {
  sampleLanguage: 'en',
  content: (facts, { event }) =>
    fittedCard(facts, event, ENGLISH, (card) => JSON.stringify(teamsMessage(card)), within(MAX_BYTES)),
  post: chatPost,
  interpret: outcomeOfStatus,
  maxAnswerBytes: 0,
};
