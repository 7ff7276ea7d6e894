import * as v from 'valibot';
import { ExpectedChange } from './expected-change.ts';

const { operation, methods, kind, subject, createdBy, createdAt } = ExpectedChange.entries;

/** An expected change that a person removed while it held, without its values and its note. */
export const RemovedExpectation = v.object({
  operation,
  methods,
  kind,
  subject,
  createdBy,
  createdAt,
  removedBy: v.string(),
  /** Epoch ms. */
  removedAt: v.number(),
});
export type RemovedExpectation = v.InferOutput<typeof RemovedExpectation>;
