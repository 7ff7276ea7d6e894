import { ACCOUNT, REGION } from '../template-values.ts';
import { type AwsAnswer, type AwsCall, AwsError, jsonAnswer, jsonOf } from './aws-call.ts';
import type { Surroundings } from './surroundings.ts';

interface SentMail {
  to: string;
  text: string;
}

/** SES: keeps what is sent. */
export function mail({ policies }: Surroundings) {
  const sent: SentMail[] = [];
  return {
    sent: sent as readonly SentMail[],
    async answer(call: AwsCall): Promise<AwsAnswer> {
      if (call.url.pathname !== '/v2/email/outbound-emails') throw new AwsError('NotFoundException', 404);
      const { FromEmailAddress, Destination, Content } = jsonOf(call);
      policies.hold(call.caller, {
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${REGION}:${ACCOUNT}:identity/${FromEmailAddress}`,
      });
      sent.push({ to: Destination.ToAddresses[0], text: Content.Simple.Body.Text.Data });
      return jsonAnswer({ MessageId: String(sent.length) });
    },
  };
}
