/** Pages for people: made for whoever asks, and every look at a body entered in the ledger. */
import type { Context } from 'hono'
import type { Visit } from '../web/visitor.ts'
import type { AuthEnv } from './auth.ts'
import { actorOf, organizationsFor } from './people/identity.ts'
import type { People } from './people/people.ts'
import type { DaemonView } from './view.ts'

export function answerPage(
  context: Context<AuthEnv>,
  { view, people }: { view: DaemonView; people: People },
): Promise<Response> {
  return view.web(context.req.raw, visitOf(context, people))
}

function visitOf(context: Context<AuthEnv>, { operators }: People): Visit {
  const identity = context.get('identity')
  const formToken = context.get('formToken')
  return {
    visitor: {
      sees: organizationsFor(identity, 'viewer'),
      audits: organizationsFor(identity, 'auditor'),
      person: formToken === null ? null : { name: identity.name, formToken },
    },
    looked: look => operators.enterSoon({ ...actorOf(identity), ...look }),
  }
}
