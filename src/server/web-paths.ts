/** Which addresses are pages for people (`src/web`): they answer with a policy of their own. */

/** As Hono has patterns. */
export const WEB_PATHS = ['/', '/index.json', '/search', '/search.json', '/assets/*', '/o/*'] as const

export function isOfWeb(path: string): boolean {
  return WEB_PATHS.some(pattern =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
}
