/** What Chromium made of a page and of the frames in it: nothing that runs, loads or sends anything but what this server means. */
import type { Frame, Page } from 'playwright-core'

/** Of the document as the browser has it. */
export async function problemsOfPage(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map(frame => problemsOfFrame(frame)))
  return found.flat()
}

async function problemsOfFrame(frame: Frame): Promise<string[]> {
  const isBody = /\/frame(\?|$)/.test(frame.url())
  const problems: string[] = await frame.evaluate(`(${LOOK})(${isBody})`)
  return problems.map(problem => `${frame.url()}: ${problem}`)
}

/** `isBody`: it is what somebody wrote, and has not even what pages of this server have. */
const LOOK = `isBody => {
  const never = 'script style object embed applet base frame frameset portal template math foreignObject noscript video audio source area map'.split(' ')
  const inBodies = 'form input button select textarea iframe svg dialog'.split(' ')
  const addresses = 'href src action formaction data poster xlink:href srcset ping background'.split(' ')
  const problems = []
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName
    if (never.includes(name) || (isBody && inBodies.includes(name))) problems.push('element ' + name)
    if (name === 'iframe' && element.className !== 'body') problems.push('a frame')
    if (name === 'form' && new URL(element.action).origin !== location.origin) problems.push('form to ' + element.action)
    if (name === 'meta' && element.httpEquiv !== '') problems.push('meta ' + element.httpEquiv)
    if (name === 'link' && !new URL(element.href).pathname.startsWith('/assets/')) problems.push('link to ' + element.href)
    for (const { name: attribute, value } of element.attributes) {
      if (/^on|^style$|^srcdoc$/i.test(attribute)) problems.push('attribute ' + attribute)
      if (addresses.includes(attribute) && /^[^/?#]*(script|data|blob|filesystem|file|ftp|view-source|about)[^/?#]*:/i.test(value))
        problems.push(attribute + ' ' + value)
    }
  }
  return problems.slice(0, 5)
}`
