import type { SpacePlace } from '../platform/operations/integration-shapes.ts'
import { installationsOn } from './installations-on.ts'

export const installationSpace = installationsOn<SpacePlace>({
  kind: 'installation-space',
  on: 'space',
  where: item => item.space,
  needs: 'listIntegrationInstallationSpaces',
  list: ({ integrations }, integration, id) => integrations.listInstallationSpaces(integration, id),
  find: ({ integrations }, integration, id, space) =>
    integrations.findInstallationSpace(integration, id, space),
})
