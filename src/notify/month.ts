/** The report of a month as a message. */
import type { MonthReport } from '../model/notice.ts'
import { printable } from '../model/printable.ts'
import type { Message } from './condition.ts'

export function monthMessage(
  { organization, title, tenant, month, made, lines, files }: MonthReport,
  platform: string,
): Message {
  const whose = tenant === null || tenant === platform ? platform : `${tenant}, ${platform}`
  return {
    event: 'digest',
    key: `month ${platform} ${organization} ${month}`,
    kind: 'month',
    platform,
    organization,
    title: `${whose}: the month ${month} of ${title}`,
    text: lines.map(line => printable(line)).join('\n'),
    advice: `nothing where all of it is as it should be; the document is ${files.join(', ')}.`,
    since: made,
    times: 1,
    link: null,
  }
}
