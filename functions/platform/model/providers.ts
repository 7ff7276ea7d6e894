import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import type { LanguageModel } from 'ai';
import type { AiConfig } from '../settings/config.ts';
import type { Dialect } from './dialects.ts';

/**
 * Creates the AI SDK's model from the settings, using this `fetch`. On Bedrock, credentials and region come from where
 * AWS clients find them.
 */
export function providerModel(
  { model, baseUrl, apiKey }: AiConfig,
  dialect: Dialect,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  if (baseUrl === null) {
    return createAmazonBedrock({ credentialProvider: defaultProvider(), ...(apiKey !== null && { apiKey }), fetch })(
      model,
    );
  }
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    supportsStructuredOutputs: dialect.form === 'schema',
    transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [dialect.maxTokens]: max_tokens }),
    fetch,
  })(model);
}
