/** Links of spaces and sites to repositories. Each says itself whose it is, and what it belongs to says that it is there. */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import type { GitSyncTarget } from './records/integration.ts'
import { getSpace } from './space.ts'
import type { World } from './world.ts'

export function linkToGit(world: World, provider: string, target: GitSyncTarget): JsonObject {
  const holder = holderOf(world, target)
  const [id, now] = [world.makeId(), world.clock.timestamp()]
  const installation: JsonObject = {
    object: 'git-sync-installation',
    id,
    provider,
    providerConfiguration: {},
    target,
    status: 'unauthenticated',
    createdAt: now,
    createdBy: world.actor,
    updatedAt: now,
    urls: { location: `${world.origin}/v1/git/installations/${id}` },
  }
  world.gitSync.set(id, { json: installation, target })
  tell(holder, installation)
  return installation
}

export function gitSyncInstallation(world: World, id: string): JsonObject {
  const found = world.gitSync.get(id)
  if (found === undefined) throw notFound('Git Sync installation')
  return found.json
}

/** Once it is said which repository it is, it works. */
export function setUpGitSync(world: World, id: string, setup: JsonObject): JsonObject {
  const found = world.gitSync.get(id)
  if (found === undefined) throw notFound('Git Sync installation')
  Object.assign(found.json, setup, { status: 'active', updatedAt: world.clock.timestamp() })
  tell(holderOf(world, found.target), found.json)
  return found.json
}

export function unlinkFromGit(world: World, id: string): boolean {
  const found = world.gitSync.get(id)
  if (found === undefined) return false
  delete holderOf(world, found.target).gitSync
  return world.gitSync.delete(id)
}

function tell(holder: JsonObject, { id, provider, status, updatedAt }: JsonObject): void {
  holder.gitSync = {
    installationId: id,
    installationProvider: provider,
    installationStatus: status,
    updatedAt,
  }
}

function holderOf(world: World, target: GitSyncTarget): JsonObject {
  if (target.type === 'space') return getSpace(world, target.spaceId).json
  const sites = [...world.organizations.values()].flatMap(organization => [...organization.sites.values()])
  const site = sites.find(site => site.json.id === target.siteId)
  if (site === undefined) throw notFound('site')
  return site.json
}
