import type { SettingNotes } from '../../../applications/domain/changes/setting-notes.ts';
import type { MaxRetention } from '../../../applications/domain/retention/max-retention.ts';
import type { RetentionSettings } from '../../../applications/domain/retention/retention-settings.ts';
import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { RetentionEffect } from '../../service/retention/retention-effect.ts';

/** What the page of the retention is shown with. */
export interface RetentionView {
  request: PageRequest;
  stored: RetentionSettings;
  max: MaxRetention;
  notes: SettingNotes;
  /** The submitted form that is not saved; null where the stored values are shown. */
  form: FormData | null;
  errors: FieldErrors;
  /** What the form would delete; null without a preview. */
  preview: RetentionEffect | null;
  /** Epoch ms. */
  now: number;
}

/** The form that gives a setting its default again. */
export const RESET_FORM = 'reset';
