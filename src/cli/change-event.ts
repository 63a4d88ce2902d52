/** A change for programs, as one JSON object. */
import type { DescribedChange } from '../diff/change.ts'

/** `patch`: the body as unified diff, where that is wanted. */
export function changeEvent(change: DescribedChange, patch: string | null): object {
  const { description, type } = change
  return {
    type,
    actions: change.actions,
    kind: description.kind,
    id: description.id,
    title: description.title,
    within: description.within,
    path: description.path,
    git_path: description.gitPath,
    before: change.before?.contentDigest ?? null,
    after: change.after?.contentDigest ?? null,
    fields: change.fields.map(({ path, before, after }) => ({
      path,
      before: before ?? null,
      after: after ?? null,
    })),
    parts: change.parts,
    ...(change.moved ? { moved: change.moved } : {}),
    ...(change.cause ? { cause: change.cause } : {}),
    ...(change.firstMissing ? { first_missing: change.firstMissing } : {}),
    ...(patch === null ? {} : { patch }),
  }
}
