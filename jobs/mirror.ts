/** placeholder */
import { inOnePiece, queued } from './job.ts'

export const mirror = queued({
  name: 'mirror',
  doc: 'x',
  holds: 'nothing',
  open: async () => inOnePiece(async () => ({ state: 'done', message: '' })),
})
