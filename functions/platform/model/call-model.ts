import { generateText, type LanguageModelUsage, NoObjectGeneratedError, Output } from 'ai';
import { guardedFetch } from '../outbound/guarded-fetch.ts';
import type { Http } from '../outbound/http.ts';
import type { OutboundOutcome } from '../outbound/outbound.ts';
import type { AiConfig } from '../settings/config.ts';
import { answerForm, jsonSchemaOf } from './answer-form.ts';
import type { Dialect } from './dialects.ts';
import type { ModelQuestion, ModelSpending } from './model-question.ts';
import { providerModel } from './providers.ts';

/** Far more than an answer within our token limit. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** One request to the model; if it failed, how the exchange ended (null: nothing was sent). */
export type Attempt<T> = { spent: ModelSpending } & (
  | { status: 'answered'; value: T }
  | { status: 'failed'; outcome: OutboundOutcome | null; isDeclined: boolean }
);

// The SDK would print its warnings past our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Asks once; never throws because of the other side. The SDK's errors may contain the question and the key, so nothing
 * of them is kept.
 */
export async function callModel<T>(
  ai: AiConfig,
  { instructions, material, schema, maxOutputTokens }: ModelQuestion<T>,
  dialect: Dialect,
  { http, timeoutMs }: { http: Pick<Http, 'send'>; timeoutMs: number },
): Promise<Attempt<T>> {
  const seen: { calls: number; outcome: OutboundOutcome | null } = { calls: 0, outcome: null };
  const watched: Pick<Http, 'send'> = {
    async send(request) {
      seen.calls++;
      seen.outcome = await http.send(request);
      return seen.outcome;
    },
  };
  const schemaText =
    dialect.form === 'text' ? `\nAnswer with JSON of this schema alone:\n${JSON.stringify(jsonSchemaOf(schema))}` : '';
  let end: { usage: LanguageModelUsage | undefined; finishReason: string | undefined } | null = null;
  try {
    const result = await generateText({
      model: providerModel(ai, dialect, guardedFetch(watched, { timeoutMs, maxBodyBytes: MAX_ANSWER_BYTES })),
      instructions: `${instructions}${schemaText}`,
      prompt: material,
      output: Output.object({ schema: answerForm(schema), name: 'answer' }),
      maxOutputTokens,
      maxRetries: 0,
    });
    end = result;
    return { status: 'answered', value: result.output, spent: spentOf(result.usage, seen.calls) };
  } catch (fault) {
    if (NoObjectGeneratedError.isInstance(fault)) end = fault;
    const isDeclined = end?.finishReason === 'content-filter';
    return { status: 'failed', outcome: seen.outcome, isDeclined, spent: spentOf(end?.usage, seen.calls) };
  }
}

function spentOf(usage: LanguageModelUsage | undefined, calls: number): ModelSpending {
  const cost = usage?.raw?.cost;
  return {
    calls,
    tokens: { input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 },
    cost: typeof cost === 'number' ? cost : null,
  };
}
