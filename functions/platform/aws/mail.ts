import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { AwsConfig } from '../settings/config.ts';
import type { Mail } from '../world.ts';
import { type ClientLimits, clientOptions } from './client-limits.ts';

/** Mail of a deployment. */
export const deployedMail = ({ mailFrom }: Pick<AwsConfig, 'mailFrom'>, limits: ClientLimits): Mail =>
  sesMail(new SESv2Client(clientOptions(limits)), mailFrom);

/** The Mail port on SES, which sends only from addresses verified there (SVC_MAIL_FROM). */
export function sesMail(client: SESv2Client, from: string): Mail {
  const utf8 = (text: string) => ({ Data: text, Charset: 'UTF-8' });
  return {
    async send({ to, subject, text }) {
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
        }),
      );
    },
  };
}
