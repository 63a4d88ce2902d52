/**
 * The body of a page as readers saw it in a night, and what changed in it between two, each alone in a frame that runs nothing,
 * asks nobody else and cannot be told from outside: its pictures are those of the night.
 */
import { html } from 'hono/html'
import { itemOf, makeLabelOf } from '../../diff/describe.ts'
import { textOf } from '../../model/fields.ts'
import { type Body, compareBodies } from '../../render/compare/compare-bodies.ts'
import { renderComparison } from '../../render/compare/render-comparison.ts'
import type { RenderContext } from '../../render/context.ts'
import { renderDocument } from '../../render/document/render-document.ts'
import { renderMarkdown } from '../../render/markdown/render-markdown.ts'
import { resources } from '../../resources/index.ts'
import { BODY_STYLE_ADDRESS, ICON_ADDRESS } from '../assets/assets.ts'
import { made } from '../html/trusted.ts'
import { BODY_POLICY } from '../policies.ts'
import { type Asked, itemAt, kindOf, nightOf } from '../reading/asked.ts'
import { endsOf } from '../reading/ends.ts'
import type { Html } from '../view.ts'
import { bodyOf, type TooLarge } from './body.ts'
import { contextIn, firstOf } from './night-context.ts'

export const bodyFrame = {
  paths: ['/o/:org/at/:snap/p/:id/frame', '/o/:org/at/:snap/k/:kind/:id/frame'],
  answer(asked: Asked): Promise<Response> {
    const at = nightOf(asked)
    const item = itemAt(asked, at, kindOf(asked), asked.param('id'))
    asked.looked({
      ...{ act: 'look', organization: at.id, snapshot: at.night.snapshot },
      item: `${item.kind} ${item.id}`,
    })
    const body = bodyOf(at.vault, item)
    const title = `${makeLabelOf(at.vault, resources)(item)}, as it was in night ${at.night.snapshot}`
    const description = textOf(itemOf(at.vault, item).description)
    const shown = 'tooLarge' in body ? tooLarge(body) : made(rendered(body, contextIn(at, item)))
    return framed(title, html`${description ? html`<p class="description">${description}</p>` : ''}${shown}`)
  },
}

export const comparedFrame = {
  paths: ['/o/:org/p/:id/compare/frame', '/o/:org/k/:kind/:id/compare/frame'],
  answer(asked: Asked): Promise<Response> {
    const { a, b, before, after } = endsOf(asked)
    for (const { id: organization, night } of [a, b])
      asked.looked({
        ...{ act: 'look', organization, snapshot: night.snapshot },
        item: `${after.kind} ${after.id}`,
      })
    const [old, fresh] = [bodyOf(a.vault, before), bodyOf(b.vault, after)]
    const title = `${makeLabelOf(b.vault, resources)(after)}: what changed from night ${a.night.snapshot} to ${b.night.snapshot}`
    if ('tooLarge' in old) return framed(title, tooLarge(old))
    if ('tooLarge' in fresh) return framed(title, tooLarge(fresh))
    const context = firstOf([contextIn(b, after), contextIn(a, before)])
    return framed(title, made(renderComparison(compareBodies(old, fresh, context))))
  },
}

function rendered(body: Body, context: RenderContext): string {
  return 'document' in body ? renderDocument(body.document, context) : renderMarkdown(body.markdown, context)
}

function tooLarge({ tooLarge: size }: TooLarge): Html {
  return html`<p class="label">It has ${size}, more than is shown like this. Its source, and docvault show, have all of it.</p>`
}

async function framed(title: string, body: Html): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON_ADDRESS}">
<link rel="stylesheet" href="${BODY_STYLE_ADDRESS}">
</head>
<body>
<main>
<h1 class="hidden">${title}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(String(text), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': BODY_POLICY },
  })
}
