import { count } from '../../../platform/values/shown/counted.ts';

/** Imported rules for the audit log: `3 added, 1 replaced`. */
export const importAbout = ({ added, replaced }: { added: number; replaced: number }): string =>
  `${count(added)} added, ${count(replaced)} replaced`;
