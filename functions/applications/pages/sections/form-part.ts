import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { SettingsView } from '../settings-view.ts';

/** The parts of sections that have a second form, which is saved separately; the first form has no part. */
export type FormPart = 'running-build' | 'compared';

/** The name of the field that says which form of a section was sent. */
export const PART_FIELD = 'part';

/** Whether a form is the one of this part. */
export const isOfPart = (form: FormData, part: FormPart | undefined): boolean =>
  textOf(form, PART_FIELD) === (part ?? '');

/** The view of one of several forms: what another one submitted is not shown in it. */
export const viewOfPart = (view: SettingsView, part?: FormPart): SettingsView =>
  view.form === null || isOfPart(view.form, part) ? view : { ...view, form: null, errors: {} };
