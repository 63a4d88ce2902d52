/** What every form that changes something has in it: a browser sends cookies for any page, and only ours know the token. */
import { html } from 'hono/html'
import type { Html } from '../view.ts'
import type { Visitor } from '../visitor.ts'

export const FORM_TOKEN_FIELD = 'form_token'

/** Nothing for who has no session: the server then knows a program by its header. */
export function formToken({ person }: Visitor): Html | '' {
  return person === null
    ? ''
    : html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${person.formToken}">`
}
