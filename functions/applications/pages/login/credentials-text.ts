import type { ApplicationSettings } from '../../domain/application-settings.ts';
import { loginText } from '../parts/login-text.ts';

/** One line about where runs get credentials, for those who may not change it. */
export const credentialsText = ({ login, credentialsFrom }: ApplicationSettings): string =>
  login === null && credentialsFrom === 'fixedHeader' ? 'a fixed header' : loginText(login);
