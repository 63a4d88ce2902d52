import { recordOf } from '../../model/fields.ts'
import { phases, restorer } from './restorer.ts'

/** Asking somebody sends them a notification: a restore never does. */
export const changeRequestReviewer = restorer({
  kind: 'change-request-reviewer',
  phase: phases.comments,
  key: ({ id, json }, map) => map(recordOf(json.team) ? 'team' : 'user', id),
  obstacle: () => 'asking again would notify people: ask them by hand',
  lost: [{ field: '**', why: 'asked-by-other' }],
})
