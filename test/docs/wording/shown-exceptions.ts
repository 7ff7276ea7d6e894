/** A text of the service that may have a banned word, recognised by a part of it. */
export type ShownException = { readonly file: string; readonly text: string; readonly reason: string };

const KEYWORDS = 'a list of keywords, not a sentence';
const CODE = 'code or a table of commands, not a sentence';
const LABEL = 'a label or sentence of the designed page, which says answer';

export const SHOWN_EXCEPTIONS: readonly ShownException[] = [
  { file: 'cli/package/build.ts', text: 'process.exitCode = 2', reason: CODE },
  { file: 'functions/mocks/domain/safe-call.ts', text: 'GET MGET GETRANGE', reason: KEYWORDS },
  { file: 'functions/applications/pages/mocks/called-services.ts', text: 'Without a', reason: LABEL },
  { file: 'functions/applications/pages/mocks/service-form.ts', text: 'a recorded answer', reason: LABEL },
  { file: 'functions/applications/pages/sections/mocks.ts', text: 'Of recorded answers', reason: LABEL },
  { file: 'functions/applications/domain/changes/setting-labels.ts', text: 'a recorded answer', reason: LABEL },
  { file: 'functions/evaluation/pages/runs/no-evaluation.ts', text: 'Its answer is pass or fail', reason: LABEL },
  { file: 'functions/login/pages/audit/action-texts.ts', text: 'ccepted answers', reason: LABEL },
  { file: 'functions/login/pages/keys/key-presets.ts', text: 'mocked answers', reason: LABEL },
  { file: 'functions/report/pages/latency/latency-table.ts', text: 'no answer to time', reason: LABEL },
  { file: 'functions/report/pages/report/accept/accept-view.ts', text: 'The answers of this run', reason: LABEL },
  { file: 'functions/report/pages/report/accept/accepted-notice.ts', text: 'nswers of this run', reason: LABEL },
];

/** Files whose texts are not held here, each with the reason. */
export const UNREAD_FILES: readonly (readonly [RegExp, string])[] = [
  [/[.-]doc\.ts$/, 'descriptions of the OpenAPI document, which has a check of its own'],
  [/^functions\/platform\/http\/documents\//, 'descriptions of the OpenAPI document, which has a check of its own'],
  [/^functions\/(?:noise|analysis)\/domain\/prompt\.ts$/, 'instructions for a language model'],
  [/^functions\/platform\/migrations\//, 'names of stored attributes of earlier versions'],
];
