import type { PageRequest } from '../../platform/http/pages/page-route.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import type { ApplicationSettings } from '../domain/application-settings.ts';
import type { SettingNotes } from '../domain/changes/setting-notes.ts';

/** What a section of the settings is shown with. */
export interface SettingsView {
  request: PageRequest;
  settings: ApplicationSettings;
  notes: SettingNotes;
  /** The submitted form that was refused; null where the stored values are shown. */
  form: FormData | null;
  errors: FieldErrors;
  /** Epoch ms. */
  now: number;
}
