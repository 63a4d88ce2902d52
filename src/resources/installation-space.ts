import type { SpacePlace } from '../platform/operations/integration-shapes.ts'
import { doing } from './causing-actions.ts'
import { installationsOn, type KeptInstallation } from './installations-on.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'installation-space': KeptInstallation<SpacePlace>
  }
}

export const installationSpace = installationsOn<'installation-space', SpacePlace>({
  kind: 'installation-space',
  on: 'space',
  where: item => item.space,
  causes: {
    added: doing('installIntegrationOnSpace'),
    modified: doing('updateIntegrationSpaceInstallation'),
    removed: doing('uninstallIntegrationFromSpace uninstallIntegration'),
  },
  needs: 'listIntegrationInstallationSpaces',
  list: ({ integrations }, integration, id) => integrations.listInstallationSpaces(integration, id),
  find: ({ integrations }, integration, id, space) =>
    integrations.findInstallationSpace(integration, id, space),
})
