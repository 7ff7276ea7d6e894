import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { MainCoverage } from '../../domain/main-coverage.ts';

/** How many of the endpoints of an application are main endpoints, and whether the last run has replayed them all. */
export function mainCoverageText({ mains, endpoints, missing }: MainCoverage): string {
  const share = `${count(mains)} of ${counted(endpoints, 'endpoint')}`;
  if (missing === null) return share;
  if (missing === 'never') return `${share}, not replayed yet`;
  const [first] = missing;
  if (first === undefined) return `${share}, all replayed in the last run`;
  const others = missing.length > 1 ? ` and ${counted(missing.length - 1, 'other')}` : '';
  return `${share}. Not replayed in the last run: ${first}${others}`;
}
