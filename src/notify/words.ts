/** A message as text for people. */
import { printable } from '../model/printable.ts'
import type { Message } from './condition.ts'

export function subjectOf(message: Message): string {
  if (message.event === 'end') return `docvault: over: ${printable(message.title)}`
  return `docvault: ${message.event === 'again' ? 'still: ' : ''}${printable(message.title)}`
}

export function textOf(message: Message): string {
  const since = message.since.replace('T', ' ').replace(/\.\d+Z$/, 'Z')
  if (message.event === 'end') return `This is over. It began at ${since}.`
  // Lines of ours; what the platform says has none.
  const texts = message.event === 'digest' ? message.text.split('\n') : [message.text]
  const lines = [...texts, `What to do: ${message.advice}`].map(text => printable(text))
  if (message.event === 'again')
    lines.push(`Since ${since}; seen ${message.times} times since the last message.`)
  if (message.link) lines.push(message.link)
  return lines.join('\n')
}

/** Slack reads mentions and links between angle brackets: what somebody called a page must notify nobody. */
export function slackTextOf(message: Message): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `*${escaped(subjectOf(message))}*\n${escaped(textOf(message))}`
}
