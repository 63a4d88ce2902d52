/** Pages for people: made for whoever asks, and every look at a body entered in the ledger. */
import type { Context } from 'hono'
import type { Visit } from '../web/visitor.ts'
import type { AuthEnv } from './auth.ts'
import { actorOf, type Identity, organizationsFor, tenantsFor } from './people/identity.ts'
import type { People } from './people/people.ts'
import type { DaemonView } from './view.ts'

export async function answerPage(
  context: Context<AuthEnv>,
  { view, people }: { view: DaemonView; people: People },
): Promise<Response> {
  const { raw } = context.req
  // The body of a form was read already, for the token in it.
  const request =
    raw.method === 'POST' ? new Request(raw.url, { ...plain(raw), body: await context.req.text() }) : raw
  return view.web(request, visitOf(context, people))
}

function plain({ method, headers, signal }: Request): RequestInit {
  return { method, headers, signal }
}

function personIn({ name, subject }: Identity, formToken: string | null): Visit['visitor']['person'] {
  return formToken === null || subject === null ? null : { name, subject, formToken }
}

function visitOf(context: Context<AuthEnv>, { operators }: People): Visit {
  const identity = context.get('identity')
  const formToken = context.get('formToken')
  return {
    visitor: {
      sees: organizationsFor(identity, 'viewer'),
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
