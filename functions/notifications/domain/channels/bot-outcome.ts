import type { ReceiverAnswer } from '../../../platform/outbound/receiver-outcome.ts';
import type { DeliveryOutcome } from '../channel-kind.ts';

/** Maximum bytes read of a response. */
export const MAX_ANSWER_BYTES = 64 * 1024;

type Body = Readonly<Record<string, unknown>>;

/** Response format of a bot vendor. */
export interface BotCodes {
  /** The code of a response, 0 for success. Undefined if there is none. */
  codeOf(body: Body): number | undefined;
  /** Whether an error means that the message was not accepted and may be sent again. */
  isRetryable(code: number | undefined, body: Body): boolean;
}

interface Read {
  status: number;
  /** Undefined: not a JSON object. */
  body: Body | undefined;
  code: number | undefined;
  retryable: boolean;
}

/**
 * Meaning of a bot's response (facts: bots 1.1, 1.2). The first matching row applies. A bot states in the body whether
 * it accepted the message.
 */
const RULES: readonly (readonly [applies: (read: Read) => boolean, outcome: DeliveryOutcome['outcome']])[] = [
  [({ status }) => status >= 500, 'ambiguous'],
  [({ status }) => status === 429, 'not-delivered'],
  [({ retryable }) => retryable, 'not-delivered'],
  [({ status }) => status < 200 || status > 299, 'refused'],
  [({ code }) => code === undefined, 'ambiguous'],
  [({ code }) => code === 0, 'delivered'],
];

/** Delivery outcome by the code in the body, because errors also have status 200. */
export function botOutcome({ status, body: text }: ReceiverAnswer, codes: BotCodes): DeliveryOutcome {
  const body = jsonObject(text);
  const code = body && codes.codeOf(body);
  const read = { status, body, code, retryable: body !== undefined && codes.isRetryable(code, body) };
  const outcome = RULES.find(([applies]) => applies(read))?.[1] ?? 'refused';
  return outcome === 'delivered' ? { outcome } : { outcome, vendorCode: code === undefined ? null : String(code) };
}

function jsonObject(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : undefined; // checked above to be an object
  } catch {
    // Not JSON: no response of a vendor.
    return undefined;
  }
}
