import * as v from 'valibot';
import { linesOf, pairsOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { Json } from '../../../platform/world.ts';
import { TargetEnv } from '../../../replay/domain/target-env.ts';
import type { VersionChoices } from '../../domain/choices/version-choices.ts';
import { chosenPolicy } from './chosen-policy.ts';
import type { KnownBuild } from './known-builds.ts';

const MAX_BUILD_LENGTH = 200;
/** Hours of 180 days; recordings of an application are stored for less. */
const MAX_HOURS = 4320;
/** Minutes of limits.timeout_s (evaluation 3.5). */
const MAX_MINUTES = 1440;

/** Choices of a form: those that are valid, and what is wrong with the others. */
export interface ParsedChoices {
  choices: VersionChoices | null;
  /** Null where the rules are wrong, whatever the other fields say. */
  policy: Json | null;
  /** Labels of the run beside those of its build. */
  labels: Record<string, string>;
  errors: FieldErrors;
}

/** Parses the form of four choices. `apps`: the applications with recordings. */
export function parseChoices(
  form: FormData,
  { apps, builds }: { apps: readonly string[]; builds: readonly KnownBuild[] },
): ParsedChoices {
  const [appId, build, targetEnv] = [textOf(form, 'app'), textOf(form, 'build'), textOf(form, 'target')];
  const hours = wholeNumber(form, 'hours', MAX_HOURS);
  const timeoutMinutes = wholeNumber(form, 'timeout', MAX_MINUTES);
  const policy = chosenPolicy(form);
  const errors = {
    ...(!apps.includes(appId) && { app: 'Choose an application with recordings.' }),
    ...(build === '' && { build: 'Name the build, such as build-4711.' }),
    ...(build.length > MAX_BUILD_LENGTH && { build: `Enter at most ${MAX_BUILD_LENGTH} characters.` }),
    ...(!v.is(TargetEnv, targetEnv) && {
      target: 'Enter an http:// or https:// address without credentials, query and fragment.',
    }),
    ...(hours === null && { hours: `Enter a whole number from 1 to ${MAX_HOURS}.` }),
    ...(timeoutMinutes === null && { timeout: `Enter a whole number from 1 to ${MAX_MINUTES}.` }),
    ...(!policy.ok && { [policy.code]: policy.message }),
  };
  const isValid = Object.keys(errors).length === 0 && policy.ok && hours !== null && timeoutMinutes !== null;
  return {
    choices: isValid
      ? {
          appId,
          build: { name: build, known: builds.find((one) => one.name === build)?.build ?? null },
          targetEnv,
          policy: policy.value,
          hours,
          enableMock: form.has('mocks'),
          timeoutMinutes,
        }
      : null,
    policy: policy.ok ? policy.value : null,
    labels: pairsOf(linesOf(form, 'labels'), '='),
    errors,
  };
}

function wholeNumber(form: FormData, name: string, max: number): number | null {
  const number = Number(textOf(form, name));
  return Number.isInteger(number) && number >= 1 && number <= max ? number : null;
}
