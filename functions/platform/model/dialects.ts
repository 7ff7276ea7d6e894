/** How a question is sent to an OpenAI-compatible endpoint; endpoints accept different parameters. */
export interface Dialect {
  /**
   * `schema`: the form of the answer is a parameter; `text`: it is part of the instructions, and any JSON object is
   * requested.
   */
  form: 'schema' | 'text';
  maxTokens: 'max_tokens' | 'max_completion_tokens';
}

/**
 * Tried in this order while an endpoint returns 400 or 422; Bedrock's provider knows its models and needs only the
 * first.
 */
export const DIALECTS: readonly [Dialect, ...Dialect[]] = [
  { form: 'schema', maxTokens: 'max_tokens' },
  { form: 'schema', maxTokens: 'max_completion_tokens' },
  { form: 'text', maxTokens: 'max_tokens' },
];
