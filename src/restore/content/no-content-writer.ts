import { DocvaultError } from '../../model/errors.ts'

/** The service has not the operation that content was to be written by. */
export class NoContentWriter extends DocvaultError {
  constructor(operation: 'content/import' | 'git/import', cause: unknown) {
    const other =
      operation === 'content/import'
        ? 'set restore.writer to git (services from 0.146.0 to 0.181.0) or to batch (from 0.201.0) and plan again, or '
        : ''
    super('no-content-writer', `this service takes no page content from docvault: it has no ${operation}`, {
      cause,
      hint: `${other}run \`docvault export\` and connect the folder to the space with Git Sync by hand`,
    })
  }
}
