import type { NotificationEvent } from '../channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { Card, CardSize } from './card.ts';
import { cardOf } from './card-of.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Sizes of a card, from the preferred one to one that always fits: at most 13.5 KB (spec 6.3; facts: bots 1.1). */
const SIZES: readonly CardSize[] = [
  { rows: 20, aiText: 1500, name: 120 },
  { rows: 20, aiText: 1500, name: 60 },
  { rows: 20, aiText: 1000, name: 40 },
  { rows: 12, aiText: 800, name: 40 },
  { rows: 8, aiText: 500, name: 30 },
  { rows: 4, aiText: 200, name: 20 },
];

/** The message of the largest size that fits. */
export function fittedCard(
  facts: NotificationFacts,
  event: NotificationEvent,
  texts: CardTexts,
  write: (card: Card) => string,
  fits: (message: string) => boolean,
): string {
  let message = '';
  for (const size of SIZES) {
    message = write(cardOf(facts, event, size, texts));
    if (fits(message)) break;
  }
  return message;
}

/** Whether a message has at most `max` bytes in UTF-8. */
export const within =
  (max: number) =>
  (message: string): boolean =>
    Buffer.byteLength(message) <= max;
