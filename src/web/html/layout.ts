/** The document around every view. No script is needed for anything. */
import { html } from 'hono/html'
import {
  APPROVALS,
  BOARD,
  CHECKS,
  DRILLS,
  FLEET,
  FRONT,
  REPORTS,
  RUNS,
  SEARCH,
  SIGN_OUT,
  twinOf,
} from '../addresses.ts'
import { ICON_ADDRESS, PROGRESS_ADDRESS, STYLE_ADDRESS } from '../assets/assets.ts'
import type { Html, Page } from '../view.ts'
import type { Visitor } from '../visitor.ts'
import { formToken } from './form-token.ts'
import { words } from './words.ts'

export interface Surroundings {
  version: string
  /** Of the page, with its query. */
  address: string
  /** What stands in the field for searches. */
  searched: string
  hasTwin: boolean
  visitor: Visitor
}

export function layout({ title, crumbs, body, script }: Page, around: Surroundings): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · docvault</title>
<link rel="icon" href="${ICON_ADDRESS}">
<link rel="stylesheet" href="${STYLE_ADDRESS}">${
    script === undefined
      ? ''
      : html`
<script type="module" src="${PROGRESS_ADDRESS}"></script>`
  }
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header class="top">
<a class="brand" href="${FRONT}">docvault</a>
<form class="search" action="${SEARCH}" role="search"><label class="hidden" for="q">Search everything that ever stood</label><input id="q" name="q" type="search" value="${around.searched}" placeholder="Search every night" autocomplete="off"><button>Search</button></form>
${operations(around.visitor)}${signedIn(around.visitor)}</header>
<nav class="crumbs" aria-label="Where this is">${crumbs.length === 0 ? '' : html`<ol>${crumbs.map(crumb => html`<li><a href="${crumb.address}">${words(crumb.title)}</a></li>`)}<li aria-current="page">${words(title)}</li></ol>`}</nav>
<main id="main">
${body}
</main>
<footer><p>docvault ${around.version}${around.hasTwin ? html` · <a href="${twinOf(around.address)}">this page as JSON</a>` : ''}</p></footer>
</body>
</html>
`
}

/** What is not of one organization, as far as the visitor may see it. */
function operations({ sees, tenants, audits, administers }: Visitor): Html {
  const links = [
    [RUNS, 'Runs', true],
    [CHECKS, 'Checks', sees === null],
    [FLEET, 'Fleet', tenants === null || tenants.length > 0],
    [DRILLS, 'Drills', true],
    [REPORTS, 'Reports', audits === null || audits.length > 0],
    [APPROVALS, 'Approvals', audits === null || audits.length > 0],
    [BOARD, 'Queues', administers === null],
  ] as const
  return html`<nav class="operations" aria-label="What docvault does">${links.map(([address, text, isShown]) => (isShown ? html`<a href="${address}">${text}</a> ` : ''))}</nav>
`
}

function signedIn(visitor: Visitor): Html | '' {
  return visitor.person === null
    ? ''
    : html`<form class="person" action="${SIGN_OUT}" method="post">${formToken(visitor)}<span>${words(visitor.person.name)}</span> <button>Sign out</button></form>
`
}
