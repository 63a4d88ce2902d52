/**
 * `git/import` (`POST /spaces/{space}/git/import`): every service has it, and docvault does not write by it. A writer for
 * it would be another `ContentWriter`, and a repository that the platform can clone from. What stands against it:
 * - it replaces what the space has, with no change request in between that a human could look at;
 * - it answers before it has begun, and no operation tells when it ended or what it left out: nothing can be verified;
 * - before 0.201.0 it may change the link of a space with Git Sync, whose next run then overwrites the space;
 * - the platform has to reach a Git repository: a zip at an address that is good for minutes is not enough;
 * - it carries Markdown and files only, as `content/import` does, so nothing comes back that this would not bring.
 */
import { DocvaultError } from '../../model/errors.ts'

/** On services from 0.146.0 to 0.181.0: no batches of changes yet, and no `content/import` any more. */
export class NoContentWriter extends DocvaultError {
  constructor(cause: unknown) {
    super(
      'no-content-writer',
      'this service takes no page content from docvault: it has neither content/import nor batches of changes',
      { cause, hint: 'run `docvault export` and connect the folder to the space with Git Sync by hand' },
    )
  }
}
