/**
 * The words for each loss that is declared of a field. Decisions are made on the code; what a plan and a read-back say is
 * this. What content loses has its words in `content/capabilities.ts`.
 */

/** Every restored thing has these: they need no telling, and make nothing partial. */
const usual = {
  'new-one': 'a new one',
  'in-target': 'the target',
  'of-target': 'the target has its own',
  date: 'dates cannot be set',
  'person-id': 'the person has another id there',
  'service-address': 'the address is the service’s',
  derived: 'derived',
  'other-id': 'has another id there',
  'new-site': 'the new one',
} as const

const announced = {
  'not-set': 'no operation sets it',
  'not-taken-away': 'no operation takes it away',
  'not-set-by-document': 'no operation of the document sets it',
  'merge-rules': 'no operation of this service sets them',
  'by-hand': 'written by hand',
  pictures: 'pictures are set by hand',
  'repository-link': 'the link to a repository is made by hand',
  'into-sections': 'the site has sections since, and all that it shows stands in them',
  'custom-structure': 'what in it is no section, group or space is set by hand',
  'absent-people': 'people who are not there are left out',
  'absent-page': 'the page is not there',
  'absent-own-page': 'its page is not there',
  'on-old-page': 'it stays with the page that was deleted: the one that comes back has another id',
  'absent-group': 'its group is not there',
  'absent-space': 'its space is not there',
  'absent-site': 'the site that it leads to is not there',
  'absent-team': 'its team is not there',
  'own-words': 'what somebody said is theirs to change: it stays',
  'author-in-text': 'the author is named in the text',
  'time-in-text': 'the time is named in the text',
  reactions: 'reactions of others cannot be made',
  'time-of-restore': 'the time of the restore',
  'token-owner': 'the token’s owner',
  'page-not-place': 'on the page, not on the same place in it',
  'asked-by-other': 'asked by somebody else',
  'publish-asked': 'publishing is asked for: --publish',
  'no-style-guides': 'older services have no style guides',
  'no-setting-in-newer': 'newer services have no such setting',
  'no-setting-in-older': 'older services have no such setting',
  'live-in-older': 'older services make it live',
  'permanent-in-older': 'older services do not say whether it is for good',
  'wildcards-in-older': 'older services know no wildcards',
  'transport-in-older': 'older services ask in their own way',
  'condition-in-older': 'older services ask it for every reader',
  'whole-spaces-in-older': 'older services show whole spaces',
  'new-origin': 'its origin is a new one',
  'plan-decides': 'the plan decides',
  'address-taken': 'it may belong to the site that was',
  'undocumented-field': 'the document names no such field; some services take it all the same',
  'other-result': 'the service makes another space for it',
  'translates-other': 'no operation changes which space one that is there translates: add another by hand',
  'own-profile': 'the person keeps their own name and picture',
  'own-account': 'the person keeps their own account',
  'next-login': 'set by the next login through the provider',
  'first-login': 'known after the first login',
  'new-key': 'the key is new: every address that was handed out is dead',
  'new-link': 'the link is a new one: addresses that were handed out are dead',
  'new-provider-addresses': 'new addresses: the identity provider has to be told',
  'new-private-key': 'the platform makes another one',
  'no-links-elsewhere': 'this service has no links to elsewhere in it',
  'first-is-default': 'the first one is, where nothing else was said',
  'title-of-space': 'follows the title of the space',
  numbers: 'numbers count up in the space',
  merged: 'merged ones are history',
  'shown-by': 'follows the site or the collection that shows it',
  'of-site': 'belongs to the site',
  'style-guide-type': 'a space is a style guide once a site keeps to it',
  'service-emoji': 'a service that wants one gives its own',
  secrets: 'follows from the configuration; secrets may have to be entered anew',
  'saved-text': 'the saved text is put back, not what its address serves today',
  'service-default': 'the default of the service',
  'file-form': 'the name of the file, and its form in YAML or JSON',
  hostname: 'a hostname belongs to one organization at a time',
  paths: 'paths of its links are written so that they lead where they led',
  'never-read': 'its body could not be read when the backup was taken',
  'not-shown': 'written, but this service does not show it',
} as const

const words = { ...usual, ...announced } as const

export type LossCode = keyof typeof words

export function lossWords(code: LossCode): string {
  return words[code]
}

export function isUsual(code: LossCode): boolean {
  return code in usual
}
