import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { SealingPass } from '../../domain/personal/sealing-pass.ts';

/** A pass that seals stored recordings, as callers see it. */
export const ShownSealing = named(
  'Sealing',
  v.object({
    status: v.picklist(['RUNNING', 'COMPLETED']),
    startedAt: Time,
    /** When its newest part ended. */
    updatedAt: Time,
    cases: Count,
    total: Count,
    sealed: Count,
    missed: Count,
    faults: Count,
    isAtLeast: v.boolean(),
  }),
);

/** Of a pass in the middle. */
export const SHOWN_SEALING_EXAMPLE = {
  status: 'RUNNING' as const,
  startedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:04.000Z',
  cases: 1204,
  total: 18_204,
  sealed: 1112,
  missed: 0,
  faults: 0,
  isAtLeast: false,
};

/** `stored`: recordings of the application. */
export const shownSealing = (pass: SealingPass, stored: number): v.InferOutput<typeof ShownSealing> => ({
  status: pass.dueAt === null ? 'COMPLETED' : 'RUNNING',
  startedAt: isoText(pass.startedAt),
  updatedAt: isoText(pass.at),
  cases: pass.cases,
  total: pass.dueAt === null ? pass.cases : Math.max(stored, pass.cases),
  sealed: pass.sealed,
  missed: pass.missed,
  faults: pass.faults,
  isAtLeast: pass.isAtLeast,
});
