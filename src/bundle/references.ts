/**
 * What the pages of a bundle refer to: resolves their links, reports those that name nothing, and collects the
 * files that thereby belong to the bundle. Never invents a target.
 */

import type { FoundLink } from '../dialect/links/find-links.ts'
import type { BundleProblem, BundleReference } from './bundle.ts'
import type { BundleFolder, Found } from './folder.ts'
import { indexOf, isAddress, isLostReference, resolveTarget } from './resolve.ts'

export interface References {
  resolve(page: string, links: FoundLink[]): BundleReference[]
  /** Every existing file that was referred to so far, by path. */
  referred: ReadonlyMap<string, Found>
}

export function makeReferences(folder: BundleFolder, problems: BundleProblem[]): References {
  const referred = new Map<string, Found>()
  const resolve = (page: string, links: FoundLink[]): BundleReference[] => {
    const reported = new Set<string>()
    return links.flatMap(link => {
      return targetsOf(folder, page, link).flatMap(target => {
        const { found, resolved } = resolvePath(folder, page, target)
        if (resolved === null && link.loose) return []
        if (resolved !== null) referred.set(resolved, found)
        else if (!reported.has(target)) problems.push(explain(page, target, found))
        reported.add(target)
        return [{ target, resolved }]
      })
    })
  }
  return { resolve, referred }
}

function targetsOf(folder: BundleFolder, page: string, link: FoundLink): string[] {
  const { target, parts = [] } = link
  const whole = parts.length < 2 || resolvePath(folder, page, target).resolved !== null
  return (whole ? [parts.length === 1 ? (parts[0] ?? target) : target] : parts).filter(
    part => !isAddress(part),
  )
}

function resolvePath(
  folder: BundleFolder,
  page: string,
  target: string,
): { found: Found; resolved: string | null } {
  const found = indexOf(folder, resolveTarget(folder, page, target).found)
  return { found, resolved: found.type === 'file' ? found.path : null }
}

function explain(page: string, target: string, found: Found): BundleProblem {
  const at = { page, target }
  if (isLostReference(target)) {
    return {
      kind: 'lost-reference',
      ...at,
      message: `${page} refers to what the platform had lost: ${target}`,
    }
  }
  if (found.type === 'outside') {
    return { kind: 'outside-root', ...at, message: `${page} refers to ${target}, which is outside the root` }
  }
  if (found.type === 'refused') {
    return {
      kind: 'symlink',
      ...at,
      message: `${page} refers to ${target}, which leads out of the folder or is no file`,
    }
  }
  return { kind: 'broken-link', ...at, message: `${page} refers to ${target}, which does not exist` }
}
