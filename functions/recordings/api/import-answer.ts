import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { Count } from '../../platform/http/documents/shown-schemas.ts';
import { HostCount } from '../domain/filter/host-counts.ts';
import { LeftOut } from '../domain/filter/left-out.ts';
import { RuleToAdd } from '../domain/importers/rule-to-add.ts';
import { IntakeAnswer } from '../domain/intake-answer.ts';

/** The answer to an import; `index` counts the entries of the file from 0 (interface 10). */
export const ImportAnswer = named(
  'ImportAnswer',
  v.object({
    ...IntakeAnswer.entries,
    leftOut: v.pipe(v.array(LeftOut), v.description('Excluded exchanges by reason.')),
    hosts: v.pipe(
      v.array(v.object({ ...HostCount.entries, selected: v.boolean() })),
      v.description(
        'The hosts in the file, at most 100, by eligible exchanges. Eligible exchanges are imported if the host is selected, before sampling.',
      ),
    ),
    lacksCredentials: v.pipe(
      v.optional(v.literal(true)),
      v.description(
        'A HAR with a login and without any credential: the browser left them out, so runs will be refused. Absent for a part of a file.',
      ),
    ),
    preview: v.pipe(
      v.optional(v.object({ count: Count, samples: v.array(v.string()) })),
      v.description('For a preview: the exchanges that an import would store.'),
    ),
    rules: v.pipe(
      v.optional(v.object({ stored: Count, storedRules: v.array(RuleToAdd), offered: v.array(RuleToAdd) })),
      v.description(
        'The ignore rules of a file that excludes fields from comparison (noise of Keploy). They are stored if the caller has the scope `write`, as `storedRules`. Otherwise, and in a preview, they are in `offered`; post them to `/api/apps/{appId}/compare-rules`.',
      ),
    ),
  }),
);
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;
