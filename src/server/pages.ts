/** Pages for people: made for whoever asks, and every look at a body entered in the ledger. */
import type { Context } from 'hono'
import type { Visit } from '../web/visitor.ts'
import type { AuthEnv } from './auth.ts'
import { visiblePlatforms } from './chosen-platform.ts'
import { actorOf, type Identity, organizationsFor, tenantsFor } from './people/identity.ts'
import type { People } from './people/people.ts'
import type { DaemonView } from './view.ts'

interface PageOptions {
  view: DaemonView
  people: People
}

export async function answerPage(context: Context<AuthEnv>, options: PageOptions): Promise<Response> {
  const { raw } = context.req
  // The body of a form was read already, for the token in it.
  const request =
    raw.method === 'POST' ? new Request(raw.url, { ...plain(raw), body: await context.req.text() }) : raw
  return options.view.web(request, visitOf(context, options))
}

function plain({ method, headers, signal }: Request): RequestInit {
  return { method, headers, signal }
}

function personIn({ name, subject }: Identity, formToken: string | null): Visit['visitor']['person'] {
  return formToken === null || subject === null ? null : { name, subject, formToken }
}

/**
 * Who is bound to tenants has no vault of another one, whatever is in it: one that was left behind by a move lies here, and nobody
 * has it open. Null: every one.
 */
function platformsFor(view: DaemonView, identity: Identity): string[] | null {
  const tenants = tenantsFor(identity, 'viewer')
  if (tenants === null || tenants.length === 0) return null
  return visiblePlatforms(view, identity).map(({ name }) => name)
}

function visitOf(context: Context<AuthEnv>, { view, people: { operators } }: PageOptions): Visit {
  const identity = context.get('identity')
  const formToken = context.get('formToken')
  return {
    visitor: {
      sees: organizationsFor(identity, 'viewer'),
      platforms: platformsFor(view, identity),
      tenants: tenantsFor(identity, 'viewer'),
      audits: organizationsFor(identity, 'auditor'),
      restores: organizationsFor(identity, 'restorer'),
      mayDelete: identity.mayDelete,
      administers: organizationsFor(identity, 'admin'),
      person: personIn(identity, formToken),
    },
    looked(look) {
      const entry = { ...actorOf(identity), ...look }
      if (look.act === 'look' || look.act === 'search') operators.enterSoon(entry)
      else operators.enter(entry)
    },
  }
}
