import type { FoundPersonalData } from './found-personal-data.ts';

/** Whether stored recordings may hold a field in clear that a rule seals: no pass began with all of today's rules. */
export const mayBeInClear = ({ fields, pass, stored }: Omit<FoundPersonalData, 'looked'>): boolean =>
  stored > 0 && fields.some(({ state }) => state === 'sealed') && !pass?.isCurrent;
