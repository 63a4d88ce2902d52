/**
 * Installations on single spaces and sites: extensions (docs/development/platform.md#integrations).
 */
import { z } from 'zod'
import { type Answer, created, deleted, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { booleanQuery, type Call, param } from '../protocol/call.ts'
import { bodyOf } from '../protocol/checked.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { isPlace, placesOf, presentPlace } from '../state/installation.ts'
import type { Configured, PlaceKind } from '../state/records/integration.ts'
import { configuredSchema, INSTALLATION, installationOf } from './installations.ts'

export const installationPlaceRoutes: readonly Route[] = [...routesOf('space'), ...routesOf('site')]

function routesOf(kind: PlaceKind): Route[] {
  const title = kind === 'space' ? 'Space' : 'Site'
  const base = `${INSTALLATION}/${kind}s`
  const each = `${base}/{${kind}Id}`
  const offer = 'extension'
  return [
    {
      name: `listIntegrationInstallation${title}s`,
      method: 'GET',
      path: base,
      offer,
      handle: call => listPlaces(call, kind),
    },
    {
      name: `installIntegrationOn${title}`,
      method: 'POST',
      path: base,
      offer,
      handle: call => installOn(call, kind),
    },
    {
      name: `getIntegration${title}Installation`,
      method: 'GET',
      path: each,
      offer,
      handle: call => ok(present(call, kind, placeOf(call, kind))),
    },
    {
      name: `updateIntegration${title}Installation`,
      method: 'PATCH',
      path: each,
      offer,
      handle: call => updatePlace(call, kind),
    },
    {
      name: `uninstallIntegrationFrom${title}`,
      method: 'DELETE',
      path: each,
      offer,
      handle: call =>
        deleted(installationOf(call).installation.places[kind].delete(param(call, `${kind}Id`))),
    },
  ]
}

interface Place {
  id: string
  configured: Configured
}

function present(call: Call, kind: PlaceKind, place: Place): unknown {
  const { integration, installation } = installationOf(call)
  const extended = booleanQuery(call, 'extended', false)
  return presentPlace(call.world, integration, installation, { kind, ...place, extended })
}

function placeOf(call: Call, kind: PlaceKind): Place {
  const id = param(call, `${kind}Id`)
  const found = placesOf(call.world, installationOf(call).installation, kind).find(
    ([placeId]) => placeId === id,
  )
  if (found === undefined) throw notFound(`installation on this ${kind}`)
  return { id, configured: found[1] }
}

function listPlaces(call: Call, kind: PlaceKind): Answer {
  const places = placesOf(call.world, installationOf(call).installation, kind)
  return listAnswer(call, places, ([id, configured]) => present(call, kind, { id, configured }))
}

/** The field is `space` for one and `siteId` for the other. */
async function installOn(call: Call, kind: PlaceKind): Promise<Answer> {
  const { installation } = installationOf(call)
  const field = kind === 'space' ? 'space' : 'siteId'
  const id = (await bodyOf(call, z.object({ [field]: z.string() })))[field] ?? ''
  if (!isPlace(call.world, installation, kind, id)) throw notFound(`${field}: ${kind}`)
  const places = installation.places[kind]
  const configured = places.get(id) ?? { configuration: {}, externalIds: [] }
  places.set(id, configured)
  return created(present(call, kind, { id, configured }))
}

async function updatePlace(call: Call, kind: PlaceKind): Promise<Answer> {
  const place = placeOf(call, kind)
  Object.assign(place.configured, await bodyOf(call, configuredSchema))
  return ok(present(call, kind, place))
}
