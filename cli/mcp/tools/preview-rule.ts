import * as z from 'zod';
import { CHOICES } from '../../../client/choices.ts';
import { responseData } from '../../unwrap-response.ts';
import { AppId, Operation, PlanId } from '../fields.ts';
import { tool } from '../tool.ts';

const number = (text: string) => z.number().min(0).optional().describe(text);

/** Shows what a compare rule would change, without saving it. People add rules. */
export const previewRule = tool({
  name: 'preview_rule',
  title: 'Preview a rule',
  description:
    'Shows what a rule would change in a completed run: state and findings before and after. Nothing is saved; a person adds it by `replay rules add` or in the console.',
  power: 'read',
  input: z.strictObject({
    appId: AppId,
    planId: PlanId,
    kind: z.enum(CHOICES['CompareRuleToAdd.kind']).describe('What the rule does.'),
    path: z.string().min(1).describe('The fields it is for, a JSONPath such as $..updatedAt.'),
    operation: Operation.optional().describe('Only for this endpoint. Default: all.'),
    target: z
      .string()
      .min(1)
      .optional()
      .describe('response (default), response-headers, a kind of downstream call, or the name of a downstream.'),
    keys: z.array(z.string().min(1)).min(1).optional().describe('Of array-key: members that identify an element.'),
    tolerance: z
      .strictObject({
        absolute: number('How far numbers may differ.'),
        relative: number('How far, as a part of the recorded number.'),
        ms: number('How far times may differ, in milliseconds.'),
      })
      .optional()
      .describe('Of tolerance and time-tolerance.'),
  }),
  answer: ({ appId, planId, kind, path, operation, target, keys, tolerance }, { session }) =>
    responseData(
      session.client.POST('/api/apps/{appId}/compare-rules/preview', {
        params: { path: { appId }, query: { planId } },
        body: {
          kind,
          path,
          ...(operation && { operation }),
          ...(target && { target }),
          ...(keys && { keys }),
          ...(tolerance && { tolerance: withoutUndefined(tolerance) }),
        },
      }),
    ),
});

const withoutUndefined = ({
  absolute,
  relative,
  ms,
}: Partial<Record<'absolute' | 'relative' | 'ms', number | undefined>>) => ({
  ...(absolute !== undefined && { absolute }),
  ...(relative !== undefined && { relative }),
  ...(ms !== undefined && { ms }),
});
