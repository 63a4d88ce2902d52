import type { AnomalyRule } from './rule.ts'

export const administratorsGained: AnomalyRule = {
  id: 'administrators-gained',
  doc: '`anomalies.administrators` people or more became administrator of the organization.',
  find: ({ observation: { newAdministrators, night }, limits }) =>
    newAdministrators.length < limits.administrators
      ? []
      : [
          {
            subject: `organization ${night.to.organization}`,
            text:
              newAdministrators.length === 1
                ? 'one person became administrator'
                : `${newAdministrators.length} people became administrator`,
          },
        ],
}
