/** What pages load beside themselves, under names that change with what it says. */
import { digestOf } from '../../model/digest.ts'
import { BODY_STYLE } from './body-style.ts'
import { PROGRESS } from './progress.ts'
import { STYLE } from './style.ts'

export interface Asset {
  type: string
  text: string
}

/** A clock that goes back. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0550ae"/><path d="M9 12a9 9 0 1 1-1.6 7M9 6v6h6M16 12v5l4 3" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

export const STYLE_ADDRESS = addressOf('style', 'css', STYLE)
export const BODY_STYLE_ADDRESS = addressOf('body', 'css', BODY_STYLE)
export const PROGRESS_ADDRESS = addressOf('progress', 'js', PROGRESS)
export const ICON_ADDRESS = addressOf('icon', 'svg', ICON)

export const assets: ReadonlyMap<string, Asset> = new Map([
  [STYLE_ADDRESS, { type: 'text/css; charset=utf-8', text: STYLE }],
  [BODY_STYLE_ADDRESS, { type: 'text/css; charset=utf-8', text: BODY_STYLE }],
  [PROGRESS_ADDRESS, { type: 'text/javascript; charset=utf-8', text: PROGRESS }],
  [ICON_ADDRESS, { type: 'image/svg+xml', text: ICON }],
])

function addressOf(name: string, extension: string, text: string): string {
  return `/assets/${name}-${digestOf(text).slice(0, 12)}.${extension}`
}
