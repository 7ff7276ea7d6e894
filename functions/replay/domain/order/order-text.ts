import { MAX_RECORDED_ORDER, type RunOrder } from './run-order.ts';

const USED: Readonly<Record<RunOrder['used'], string>> = {
  sessions: 'Sessions side by side',
  recorded: 'As recorded',
  families: 'As recorded within each resource family',
};

const REASONS: Readonly<Record<RunOrder['reason'], string>> = {
  run: 'asked for by the run',
  pace: 'the run keeps the recorded pace',
  setting: 'setting replay.order',
  'only reads': 'no request changes data',
  writes: 'some requests change data that others may read',
  'many writes': `some requests change data, and there are more than ${MAX_RECORDED_ORDER.toLocaleString('en-US')}`,
};

/** The order of a round and its reason, for pages and the CLI. */
export const orderText = ({ used, reason }: RunOrder): string => `${USED[used]} (${REASONS[reason]})`;
