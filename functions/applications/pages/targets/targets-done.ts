/** Confirmation messages, by the query parameter of the page that shows them. */
export const TARGETS_DONE = {
  allowed: 'The target is allowed.',
  'target-removed': 'The target is removed. Runs towards it end.',
  'request-closed': 'The request is closed. Its address stays refused.',
  asked: 'An administrator finds your request in the settings of the application.',
} as const;
