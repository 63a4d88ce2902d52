/** What a revision of a space contains. */
import { handbookFiles } from '../../helpers/company.ts'
import type { KindCases } from './kind-case.ts'

const summary = handbookFiles['SUMMARY.md'] ?? ''
export const tree = 'getRevisionById'

export const contentCases: KindCases = {
  revision: {
    operation: tree,
    remove: async () => 0,
    change: company => company.edit({ '.gitbook/vars.yaml': 'product: docvault\n' }),
  },
  page: {
    operation: tree,
    remove: async company => {
      await company.edit({ 'SUMMARY.md': summary.replace('* [Empty](guides/empty.md)\n', '') })
      return 1
    },
    change: company => company.edit({ 'guides/install.md': '# Install\n\nOtherwise.\n' }),
  },
  'page-group': {
    operation: tree,
    remove: async company => {
      await company.edit({ 'SUMMARY.md': summary.replace('## Guides\n\n', '') })
      return 1
    },
    change: company =>
      company.edit({
        'SUMMARY.md': summary.replace('## Guides', '## Manuals <a href="#guides" id="guides"></a>'),
      }),
  },
  'reusable-content': {
    operation: tree,
    remove: async company => {
      await company.edit({ '.gitbook/includes/note.md': null, 'guides/install.md': '# Install\n' })
      return 1
    },
    change: company => company.edit({ '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nOtherwise.\n' }),
  },
  file: {
    operation: tree,
    remove: async company => {
      await company.edit({ '.gitbook/assets/notes (1).txt': null })
      return 1
    },
    change: company => company.edit({ '.gitbook/assets/notes (1).txt': 'other bytes' }),
  },
}
