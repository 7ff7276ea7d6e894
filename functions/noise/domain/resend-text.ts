import { SAFE_METHODS } from '../../replay/domain/can-resend.ts';

/** Which requests of a replay may be sent twice, in words for the person who starts it (interface 3.1 a). */
export function resendText(
  noiseReduction: 'off' | 'rules' | 'ai',
  { resendUnsafe }: { resendUnsafe: boolean },
): string {
  if (noiseReduction === 'off') return 'Each request is sent once: noise reduction is off.';
  const twice =
    'Requests may be sent twice: noise reduction resends each request whose response has changed values or another order, to the running build if there is one';
  if (resendUnsafe) return `${twice}, regardless of its method, because the setting resendUnsafe is on.`;
  const safe = [...SAFE_METHODS].join(', ').replace(/, (?=[A-Z]+$)/, ' and ');
  return `${twice}. It always does so for ${safe}, and up to twice more after some seconds. For other methods, it does so only if the request made downstream calls and each was answered from its recording. The setting resendUnsafe of the application allows it for every request.`;
}
