/** Forms that lead to a restore, and how far one is. */
import { html } from 'hono/html'
import { recordOf, textOf } from '../../model/fields.ts'
import type { Asked, NightAsked, OrganizationAsked } from '../reading/asked.ts'
import { type CartItem, choosable, itemText } from '../reading/cart.ts'
import type { Html } from '../view.ts'
import { restoresIn } from '../visitor.ts'
import { formToken } from './form-token.ts'

export function mayRestore({ platform, id }: OrganizationAsked, { visitor }: Asked): boolean {
  return platform.restores !== null && restoresIn(visitor, id)
}

/** Empty where nothing of its kind is chosen by itself, or nobody may. */
export function bringBack(
  at: OrganizationAsked,
  item: CartItem,
  asked: Asked,
  words = 'Bring it back …',
): Html | '' {
  if (choosable(item.kind) === null || !mayRestore(at, asked)) return ''
  return html`<form method="post" action="${at.to.restore}/choose">${formToken(asked.visitor)}<input type="hidden" name="add" value="${itemText(item)}"><button>${words}</button></form>`
}

/** Of everything that a night has. */
export function bringAllBack(at: NightAsked, asked: Asked): Html | '' {
  const item: CartItem = { snapshot: at.night.snapshot, kind: 'organization', id: at.id }
  return bringBack(at, item, asked, 'Bring all of it back …')
}

/** What happened between two nights, and nothing later. */
export function takeBack({ a, b }: { a: number; b: number }, at: OrganizationAsked, asked: Asked): Html | '' {
  if (a >= b || !mayRestore(at, asked)) return ''
  return html`<form method="post" action="${at.to.restore}/take-back">${formToken(asked.visitor)}<input type="hidden" name="a" value="${a}"><input type="hidden" name="b" value="${b}"><button>Take all of this back …</button> <span class="soft">what happened between these nights, and nothing later; shows first what that would do</span></form>`
}

/** Of a plan that the platform has left behind. */
export function planAgain(plan: string, { to }: OrganizationAsked, asked: Asked): Html {
  return html`<form method="post" action="${to.restore}/again/${plan}" class="line">${formToken(asked.visitor)}<button>Plan it once more</button></form>`
}

/** What a restore said last, in words. */
export function progressWords(progress: object | null): string {
  const event = recordOf(progress)
  if (event?.type === 'reading')
    return event.what === 'after' ? 'reading it back, to compare' : 'reading the platform as it is now'
  if (event?.type === 'begin') return `restore ${String(event.run)} begins`
  if (event?.type === 'plan') return `planned ${String(event.steps)} steps`
  if (event?.type !== 'step') return ''
  return `step ${String(event.at)} of ${String(event.of)}: ${textOf(event.action)} ${textOf(event.kind)} ${textOf(event.label)}`
}
