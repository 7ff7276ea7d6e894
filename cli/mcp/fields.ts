import * as z from 'zod';
import { KIND_LABELS } from '../../functions/compare/domain/kind-labels.ts';

/** The kinds of difference, for the schemas of tools. */
export const Kind = z.enum(Object.keys(KIND_LABELS) as (keyof typeof KIND_LABELS)[]); // Object.keys forgets the names

/** Fields that tools share, with the descriptions that a model reads. */
export const AppId = z.string().min(1).describe('Id of an application, as list_applications names it.');
export const PlanId = z
  .string()
  .regex(/^[0-9a-f]{24}$/, 'must be the id of a run: 24 hex digits')
  .describe('Id of a run (planId).');
export const PlanItemId = z
  .string()
  .regex(/^[0-9a-f]{24}:\d{1,8}$/, 'must be the id of a request: <planId>:<n>')
  .describe('Id of one replayed request of a run (planItemId).');
export const Operation = z.string().min(1).describe('An endpoint by its path, such as /orders/{id}.');
export const Note = z.string().max(500).optional().describe('Why, for the people who read it later.');
export const Cursor = z.string().optional().describe('nextCursor of the previous response.');

/** A finding as get_findings names it. */
export const FindingName = z.strictObject({
  kind: Kind,
  subject: z.string().min(1).describe('One of the subjects of the finding.'),
  operations: z.array(Operation).min(1).optional().describe('Only at these endpoints. Default: all.'),
});

/** The number of entries of an answer, with its maximum. */
export const limitOf = (fallback: number, max: number) =>
  z.int().min(1).max(max).default(fallback).describe('Maximum number of entries.');
