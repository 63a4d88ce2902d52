/** Host names that people brought along: whom one belongs to and whether it works, which no other answer says. */
import type { Kept, Kind, KindOf } from '../model/resource.ts'
import type { CustomHostname } from '../platform/operations/custom-hostnames.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { type Item, listed } from './resource.ts'

export type KeptHostname = Kept<CustomHostname, Published<'CustomHostname'>>

interface Named<K extends Kind, Parent> {
  kind: K
  parent: Kind
  doc: string
  hostname(parent: Parent): string | null
}

export function hostnameOf<K extends KindOf<KeptHostname>, Parent extends Item>({
  kind,
  parent,
  doc,
  hostname,
}: Named<K, Parent>) {
  return listed<K, Parent, KeptHostname>({
    kind,
    parent,
    doc,
    api: '2.12',
    needs: 'getCustomHostname',
    everyRun: false,
    async *list(platform, context) {
      const name = hostname(context.parent)
      if (name !== null) yield await platform.customHostnames.of(name)
    },
    isEmpty: above => hostname(above) === null,
    absence: { isGone: async (_platform, { id }, context) => hostname(context.parent) !== id },
    token: above => ({ value: hostname(above) ?? '', trust: 'hint' }),
    id: item => item.hostname,
    label: item => item.hostname,
    volatile: ['**.urls', '**.permissions'],
    references: {},
    // That it came or went is a change of what it belongs to.
    audit: {
      added: null,
      removed: null,
      fields: { target: 'critical', isActive: 'high', status: 'medium' },
      controls: PUBLISHED,
    },
    restore: { fidelity: 'no', note: 'its name server has to agree: set up again by hand' },
  })
}
