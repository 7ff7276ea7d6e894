import type { DownstreamOptions } from '../downstream.ts';
import type { Statement } from '../sql/statement.ts';
import type { CallNoter } from '../wire/open-call.ts';

/** What the connections of one downstream share. */
export interface SharedParts {
  options: DownstreamOptions;
  noter: CallNoter;
  read(sql: string): Statement;
  sayOnce(text: string): void;
}
