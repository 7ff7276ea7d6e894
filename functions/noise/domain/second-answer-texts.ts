import type { AnswerCounts, NoSecondAnswer, RoundSecondAnswers, SecondAnswers } from './noise-facts.ts';

/** Why a failing request has no second answer, as a sentence, and as what happened to several requests. */
const TEXTS: Readonly<Record<NoSecondAnswer, { one: string; several: string }>> = {
  UNSAFE_METHOD: {
    one: 'Not sent again: its method may change data.',
    several: 'not sent, because their methods may change data',
  },
  NOT_SENT: {
    one: 'Not sent again: the run stopped, or requests that change data had followed.',
    several: 'not sent, because the run stopped or requests that change data had followed',
  },
  OTHER_STATUS: {
    one: 'Sent again, and answered with a different status, which proves nothing.',
    several: 'answered with a different status, which proves nothing',
  },
  NO_ANSWER: { one: 'Sent again, without a response to compare.', several: 'without a response to compare' },
};

/** Whether a failing request was sent again, and what came of it, in sentences for the page of the request. */
export function requestAnswersText({ answered, without, later, ofBaseline }: SecondAnswers): string[] {
  const once =
    answered > 0
      ? ['Sent again immediately, and answered with the same status.']
      : without.map(({ why }) => TEXTS[why].one);
  const [refused] = later?.without ?? [];
  const afterwards =
    later === undefined
      ? []
      : [refused ? `Some seconds later: ${lowered(TEXTS[refused.why].one)}` : 'Sent again some seconds later too.'];
  return [...once, ...afterwards].map(ofBaseline ? toBaseline : asItIs);
}

const asItIs = (text: string): string => text;

/** The same of a request that was sent to the running build again. */
const toBaseline = (text: string): string => text.replace('ent again', 'ent to the running build again');

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** The second answers of a round in some sentences; empty if no request was judged. */
export function roundAnswersText(found: RoundSecondAnswers): string[] {
  const { later, tookMs, ofBaseline } = found;
  if (found.answered === 0 && found.without.length === 0) return [];
  const sent = found.sent + (later?.sent ?? 0);
  return [
    `Failing requests, sent ${ofBaseline ? 'to the running build ' : ''}again immediately: ${countsText(found)}.`,
    ...(later === undefined ? [] : [`Sent again some seconds later: ${countsText(later)}.`]),
    `Noise reduction sent ${number(sent)} further ${sent === 1 ? 'request' : 'requests'}${ofBaseline ? ' to the running build' : ''} and ended ${number(Math.round(tookMs / 100) / 10)} s after the last request of the run.`,
  ];
}

const countsText = ({ answered, without }: AnswerCounts): string =>
  [
    `${number(answered)} answered as before`,
    ...without.map(({ why, requests }) => `${number(requests)} ${TEXTS[why].several}`),
  ].join('; ');

const number = (value: number): string => value.toLocaleString('en-US');
