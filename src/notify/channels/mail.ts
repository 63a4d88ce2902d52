import { createTransport } from 'nodemailer'
import { subjectOf, textOf } from '../words.ts'
import { type Channel, PATIENCE_MS } from './channel.ts'

export const mail: Channel = {
  name: 'mail',
  open({ 'notify.smtp': url, 'notify.mailFrom': from, 'notify.mailTo': to }) {
    if (url === null || to.length === 0) return null
    return async message => {
      const transport = createTransport({
        url,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
      })
      try {
        await transport.sendMail({ from, to: [...to], subject: subjectOf(message), text: textOf(message) })
      } finally {
        transport.close()
      }
    }
  },
}
