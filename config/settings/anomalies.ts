/** From where on a change is an anomaly, which stops forgetting and pruning until somebody has looked. */
import type { Setting } from '../setting.ts'

const count = { type: 'integer', range: [1, 1_000_000] } as const
const share = { type: 'percent', range: [1, 100] } as const

export const anomalySettings = {
  'anomalies.watch': {
    type: 'boolean',
    default: true,
    doc: 'Look after each backup for what nobody does by accident. What is found is told, pins the snapshot before, and keeps forget and prune away from the organization until `docvault ack`.',
  },
  'anomalies.off': {
    type: 'list',
    default: [],
    oneOf: [
      'space-removed',
      'mass-removal',
      'high-entropy',
      'mass-overwrite',
      'bodies-shrunk',
      'same-body',
      'members-removed',
      'administrators-gained',
      'access-widened',
      'single-author',
      'unusual',
    ],
    doc: 'Rules that are not asked.',
  },
  'anomalies.removal': {
    ...share,
    default: 30,
    doc: 'More than this share of the pages of a space, or of the members, gone is an anomaly.',
  },
  'anomalies.overwrite': {
    ...share,
    default: 30,
    doc: 'The same of pages of a space of whose text hardly anything is left.',
  },
  'anomalies.shrunk': {
    ...share,
    default: 25,
    doc: 'The same of pages of a space that have lost nine tenths of their text.',
  },
  'anomalies.entropy': {
    ...share,
    default: 25,
    doc: 'The same of pages of a space that look as if they were encrypted.',
  },
  'anomalies.from': {
    ...count,
    default: 5,
    doc: 'Fewer pages or members than this are no anomaly by these shares, whatever their share.',
  },
  'anomalies.window': {
    type: 'integer',
    default: 30,
    range: [1, 1000],
    doc: 'Pages that are gone are added up over so many nights.',
  },
  'anomalies.sameBody': {
    ...count,
    default: 10,
    doc: 'More pages than this that get one and the same text are an anomaly.',
  },
  'anomalies.people': {
    ...count,
    default: 20,
    doc: 'More people than this who gain access in a night, or may do more than before, are an anomaly.',
  },
  'anomalies.administrators': {
    ...count,
    default: 3,
    doc: 'So many new administrators in a night, or more, are an anomaly.',
  },
  'anomalies.byOne': {
    ...count,
    default: 50,
    doc: 'More pages than this changed by one person in a night are an anomaly, where the platform records who did it.',
  },
  'anomalies.score': {
    type: 'integer',
    default: 4,
    range: [1, 100],
    doc: 'By the history of a space: a count that is more than so many deviations above its median is an anomaly.',
  },
  'anomalies.least': {
    ...count,
    default: 10,
    doc: 'Fewer items than this are no anomaly by the history of a space.',
  },
  'anomalies.share': {
    ...share,
    default: 10,
    doc: 'A smaller share of the items of a space than this is no anomaly by its history.',
  },
  'anomalies.history': {
    type: 'integer',
    default: 60,
    range: [1, 1000],
    doc: 'So many complete nights in which nothing was found are the history of a space.',
  },
  'anomalies.warmUp': {
    type: 'integer',
    default: 14,
    range: [1, 1000],
    doc: 'With fewer nights than this a space has no history yet.',
  },
} as const satisfies Record<string, Setting>
