/** What somebody sees who is not let in, or not any more. Without styles: those are for who is. */
import { html } from 'hono/html'

export interface Notice {
  title: string
  /** Sentences. */
  lines: readonly string[]
  link?: { address: string; title: string }
}

export function noticePage({ title, lines, link }: Notice) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · docvault</title></head>
<body><main><h1>${title}</h1>
${lines.map(line => html`<p>${line}</p>`)}${link ? html`<p><a href="${link.address}">${link.title}</a></p>` : ''}</main></body>
</html>
`
}
