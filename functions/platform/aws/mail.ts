import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mail } from '../world.ts';

/** The Mail port on SES, which sends for addresses that were verified there alone (SVC_MAIL_FROM). */
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
