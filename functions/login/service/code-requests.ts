import * as v from 'valibot';
import { rateWindows } from '../../platform/table/rate-windows.ts';
import type { Json, World } from '../../platform/world.ts';
import { CODE_LIFE_MS } from '../domain/code-login.ts';
import { codeMail } from '../domain/code-mail.ts';
import { mayLogIn } from '../domain/user-name.ts';
import type { LoginPepper } from '../store/login-pepper.ts';
import type { VerificationCodes } from '../store/verification-codes.ts';

/** Maximum codes requested from one source, for any users (facts: auth). */
const SOURCE_LIMITS = [{ max: 30, windowMs: 3_600_000 }];

const CONTEXT = { tenant: 'system', subject: 'code-requests', field: 'userName' };

/** What the message holds sealed. */
const Asked = v.object({ userName: v.string(), source: v.nullable(v.string()) });

/** Messages of 0.1.0 hold the user name alone. */
const askedOf = (text: string): v.InferOutput<typeof Asked> =>
  text.startsWith('{"') ? v.parse(Asked, JSON.parse(text)) : { userName: text, source: null };

/** The queued message of a code request. */
export const CodeRequest = v.object({
  codeRequest: v.object({
    requestId: v.string(),
    /** Epoch ms. */
    at: v.number(),
    /** The user name and the source, sealed. */
    sealed: v.string(),
  }),
});
export type CodeRequest = v.InferOutput<typeof CodeRequest>;

/**
 * Handles requests for verification codes (interface 4.8). A request always does the same: it enqueues a message,
 * unless its source exceeds its limit. The consumer decides who may log in, whose limit is reached and what is mailed,
 * so that neither response nor timing reveals it.
 */
export function codeRequests({
  table,
  queue,
  keys,
  log,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'queue' | 'keys' | 'log' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  const windows = rateWindows({ table, now, newId });

  return {
    /** Durable when resolved. `source`: where the request came from; null if unknown. */
    async ask(userName: string, source: string | null): Promise<void> {
      if (source !== null) {
        const token = await windows.take(`CODES#${await pepper.digestOf(source)}`, SOURCE_LIMITS);
        if ('fullForMs' in token) return log.info('code requested', { outcome: 'SOURCE_LIMIT' });
      }
      const codeRequest = {
        requestId: newId(),
        at: now(),
        sealed: await keys.seal(JSON.stringify({ userName, source }), CONTEXT),
      };
      await queue.send({ codeRequest } satisfies CodeRequest as Json);
    },
  };
}

export type CodeAnswers = ReturnType<typeof codeAnswers>;

/** The other end of the queue: makes codes and mails them. */
export function codeAnswers({
  keys,
  mail,
  log,
  now,
  pepper,
  codes,
  config,
}: Pick<World, 'keys' | 'mail' | 'log' | 'now'> & {
  pepper: LoginPepper;
  codes: VerificationCodes;
  config: { loginDomains: readonly string[]; publicUrl: string };
}) {
  return {
    /** Makes a code and mails it. A code is made for every request, so that guesses at it run into the same limits. */
    async answer({ codeRequest: { requestId, at, sealed } }: CodeRequest): Promise<void> {
      if (now() >= at + CODE_LIFE_MS) return log.warn('code request too old', { outcome: 'DROPPED' });
      const { userName, source } = askedOf(await keys.open(sealed, CONTEXT));
      const code = await codes.make(userName, requestId, source);
      const isWelcome = mayLogIn(userName, config.loginDomains);
      if (code !== null && isWelcome) await mail.send(codeMail(userName, code, config.publicUrl));
      const outcome = code === null ? 'LIMIT' : isWelcome ? 'MAILED' : 'NOT_ADMITTED';
      log.info('code requested', { user: await pepper.digestOf(userName), outcome });
    },
  };
}
