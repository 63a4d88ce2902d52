import { installationsOn } from './installations-on.ts'

export const installationSpace = installationsOn({
  kind: 'installation-space',
  on: 'space',
  needs: 'listIntegrationInstallationSpaces',
  list: ({ integrations }, integration, id) => integrations.listInstallationSpaces(integration, id),
  find: ({ integrations }, integration, id, space) =>
    integrations.findInstallationSpace(integration, id, space),
})
