/** What audit reports say, and who signs them. */
import { hour, type Setting } from '../setting.ts'

export const auditSettings = {
  'audit.rules': {
    type: 'list',
    default: [],
    doc: 'Severities of rules instead of their own, as name=severity, or name=off. An unknown name is an error.',
  },
  'audit.domains': {
    type: 'list',
    default: [],
    doc: "Domains of e-mail addresses that count as the organization's own, beside those that it says itself.",
  },
  'audit.leavers': {
    type: 'list',
    default: [],
    doc: 'E-mail addresses of people who left: a finding while they are still members.',
  },
  'audit.dormantAfter': {
    type: 'duration',
    default: 90 * 24 * hour,
    range: [24 * hour, 3650 * 24 * hour],
    doc: 'Time without being seen after which a member is dormant.',
  },
  'audit.massAdministrators': {
    type: 'integer',
    default: 5,
    range: [1, 1_000_000],
    doc: 'So many new administrators in one period are a mass change, which is critical.',
  },
  'audit.massRemoval': {
    type: 'percent',
    default: 25,
    range: [1, 100],
    doc: 'So large a share of the members, the spaces or the pages removed in one period is a mass change, which is critical.',
  },
  'audit.massRemovalFrom': {
    type: 'integer',
    default: 5,
    range: [1, 1_000_000],
    doc: 'Fewer members, spaces or pages removed than this are no mass change, whatever their share.',
  },
  'audit.resolution': {
    type: 'text',
    default: 'precedence',
    oneOf: ['precedence', 'highest'],
    doc: 'How roles of several levels are put together where the platform does not say itself: `precedence`, the nearest level decides; `highest`, the strongest role.',
  },
  'audit.keyFile': {
    type: 'text',
    default: null,
    doc: 'Private key that signs the ledger; never inside the vault. `docvault audit keygen` makes one.',
  },
  'audit.publicKeyFile': {
    type: 'text',
    default: null,
    doc: 'Public key that reports and ledger must be signed by to be believed.',
  },
  'audit.folder': { type: 'text', default: './reports', doc: 'Folder of the reports that the job writes.' },
  'audit.formats': {
    type: 'list',
    default: ['json', 'html', 'csv'],
    oneOf: ['md', 'html', 'csv', 'json', 'ocsf', 'cef'],
    doc: 'Formats in which the job writes reports. `json` is the signed one.',
  },
} as const satisfies Record<string, Setting>
