/** Which addresses are pages for people (`src/web`): they answer with a policy of their own. */

/** As Hono has patterns. */
export const WEB_PATHS = [
  '/',
  '/index.json',
  '/search',
  '/search.json',
  '/runs',
  '/runs.json',
  '/checks',
  '/checks.json',
  '/fleet',
  '/fleet.json',
  '/drills',
  '/drills.json',
  '/drills/*',
  '/approvals',
  '/approvals.json',
  '/reports',
  '/reports.json',
  '/assets/*',
  '/o/*',
] as const

/** Forms of pages, which come as a browser sends them: `application/x-www-form-urlencoded`. */
export const WEB_FORMS = ['/o/:org/restore/*', '/approvals/:platform/:request/:decision'] as const
const FORMS = [/^\/o\/[^/]+\/restore\/[^?]+$/, /^\/approvals\/[^/]+\/[^/]+\/[^/?]+$/]

export function isWebForm(path: string): boolean {
  return FORMS.some(form => form.test(path))
}

export function isOfWeb(path: string): boolean {
  const isPage = WEB_PATHS.some(pattern =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
  return isPage || isWebForm(path)
}
