/** What comments and replies have in common: which fields mean something (consistency.md section 4). */

export const postedMeaning = {
  volatile: ['**.urls', '**.permissions', 'reactions.*.count', 'reactions.*.users.*.reactedAt'],
  unordered: ['reactions', 'reactions.*.users'],
  embedded: ['postedBy', 'resolvedBy', 'reactions.*.users.*.user'],
  people: ['postedBy', 'resolvedBy', 'reactions.*.users.*.user'],
  references: { user: ['postedBy.id', 'resolvedBy.id', 'reactions.*.users.*.user.id'] },
}

export const commentMeaning = {
  ...postedMeaning,
  volatile: [
    ...postedMeaning.volatile,
    'replies',
    'target.revision',
    'target.node.preview',
    'target.page.title',
    'target.page.emoji',
    'target.page.icon',
    'target.page.createdAt',
    'target.page.updatedAt',
    'target.page.outdated',
  ],
}
