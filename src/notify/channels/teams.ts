import { subjectOf, textOf } from '../words.ts'
import type { Channel } from './channel.ts'
import { postJson } from './post-json.ts'

/** A workflow of Microsoft Teams that posts what it gets. Runs of text, where a text block would read links and lists in titles. */
export const teams: Channel = {
  name: 'teams',
  open: ({ 'notify.teams': url }) =>
    url === null
      ? null
      : message => {
          const { link } = message
          const paragraph = (text: string, weight: 'Bolder' | 'Default') => ({
            type: 'RichTextBlock',
            inlines: [{ type: 'TextRun', text, weight }],
          })
          const content = {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              paragraph(subjectOf(message), 'Bolder'),
              ...textOf({ ...message, link: null })
                .split('\n')
                .map(line => paragraph(line, 'Default')),
            ],
            actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Look at it', url: link }],
          }
          const contentType = 'application/vnd.microsoft.card.adaptive'
          return postJson(url, { type: 'message', attachments: [{ contentType, contentUrl: null, content }] })
        },
}
