import type { ReceiverAnswer } from '../../../platform/outbound/receiver-outcome.ts';
import type { Judgement } from './channel-kind.ts';

/** Most bytes of an answer that are looked at. */
export const MOST_ANSWER_BYTES = 64 * 1024;

type Body = Readonly<Record<string, unknown>>;

/** How a vendor of bots words its answers. */
export interface BotCodes {
  /** The code of an answer, 0 for success; undefined where it has none. */
  codeOf(body: Body): number | undefined;
  /** Whether an error says that the message was not taken and may be sent again. */
  isRetryable(code: number | undefined, body: Body): boolean;
}

interface Read {
  status: number;
  /** Undefined: no JSON object. */
  body: Body | undefined;
  code: number | undefined;
  retryable: boolean;
}

/** What an answer of a bot means (facts: bots 1.1, 1.2), the first row that applies; a bot says in the body whether it took the message. */
const RULES: readonly (readonly [applies: (read: Read) => boolean, outcome: Judgement['outcome']])[] = [
  [({ status }) => status >= 500, 'ambiguous'],
  [({ status }) => status === 429, 'not-delivered'],
  [({ retryable }) => retryable, 'not-delivered'],
  [({ status }) => status < 200 || status > 299, 'refused'],
  [({ code }) => code === undefined, 'ambiguous'],
  [({ code }) => code === 0, 'delivered'],
];

/** Judges by the body's code, never by the status of 200 that errors have too. */
export function judgeBot({ status, body: text }: ReceiverAnswer, codes: BotCodes): Judgement {
  const body = jsonObject(text);
  const code = body && codes.codeOf(body);
  const read = { status, body, code, retryable: body !== undefined && codes.isRetryable(code, body) };
  const outcome = RULES.find(([applies]) => applies(read))?.[1] ?? 'refused';
  return outcome === 'delivered' ? { outcome } : { outcome, vendorCode: code === undefined ? null : String(code) };
}

function jsonObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : undefined; // an object, as just checked
  } catch {
    // Not JSON: no vendor answers so.
    return undefined;
  }
}
