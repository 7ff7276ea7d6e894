/** A text of the service that may have a banned word, recognised by a part of it. */
export type ShownException = { readonly file: string; readonly text: string; readonly reason: string };

const KEYWORDS = 'a list of keywords, not a sentence';
const CODE = 'code or a table of commands, not a sentence';

export const SHOWN_EXCEPTIONS: readonly ShownException[] = [
  { file: 'cli/package/build.ts', text: 'process.exitCode = 2', reason: CODE },
  { file: 'functions/mocks/domain/safe-call.ts', text: 'GET MGET GETRANGE', reason: KEYWORDS },
];

/** Files whose texts are not held here, each with the reason. */
export const UNREAD_FILES: readonly (readonly [RegExp, string])[] = [
  [/[.-]doc\.ts$/, 'descriptions of the OpenAPI document, which has a check of its own'],
  [/^functions\/platform\/http\/documents\//, 'descriptions of the OpenAPI document, which has a check of its own'],
  [/^functions\/(?:noise|analysis)\/domain\/prompt\.ts$/, 'instructions for a language model'],
  [/^functions\/platform\/migrations\//, 'names of stored attributes of earlier versions'],
];
