/**
 * An organization with something of everything that a view shows: this manual as a space, blocks of every sort, people, comments,
 * drafts, four nights of edits, a space that is gone and a night that could not read all.
 */
import { resolve } from 'node:path'
import { handbookFiles, makeCompany } from './company.ts'

const manual = resolve(import.meta.dirname, '../../docs')
const LONG = 'averylongwordthatnobodywouldeverwritebutsomebodydoes'.repeat(6)

const before = `---
description: Where to begin, and what the rest is for
---

# Welcome

Our limit is 200 a day.

This paragraph goes away.

This paragraph moves to the end of the page.

The **same words** in another form.

![logo](.gitbook/assets/logo.png) ![elsewhere](https://example.com/a.png)

{% hint style="warning" %}
Mind the [gap](guides/install.md), and what is [not there](guides/none.md).
{% endhint %}

{% tabs %}
{% tab title="Linux" %}
\`\`\`sh
echo a line of code that is so long that it does not fit into any window which a telephone has, or a narrow frame
\`\`\`
{% endtab %}
{% tab title="Windows" %}
* [x] done
* [ ] to be done
{% endtab %}
{% endtabs %}

| Name | What it does | How long it takes | Who asks for it | Since when |
| --- | --- | --- | --- | --- |
| install | puts everything where it belongs | an hour, rarely two | everybody | 2019 |

> A quotation, ${LONG}.

<details>

<summary>More</summary>

Hidden until it is asked for: $$a^2 + b^2$$.

</details>

{% unknown-block a="b" %}
Nobody knows what this is.
{% endunknown-block %}
`

const after = before
  .replace('200 a day', '500 a day')
  .replace('This paragraph goes away.\n\n', '')
  .replace('This paragraph moves to the end of the page.\n\n', '')
  .replace('**same words**', '*same words*')
  .concat('\nSomething quite new.\n\nThis paragraph moves to the end of the page.\n')

export async function makeRichCompany() {
  const company = await makeCompany({
    ...{ members: 12, teams: 3, sites: 2, comments: 60, changeRequests: 8 },
    load: [{ title: 'Manual', folder: manual }],
  })
  await company.emulator.load('Second', company.handbook)
  await company.edit({ 'README.md': before, 'guides/long.md': `# ${LONG}\n\n${LONG}\n` })
  await company.backUp()
  await company.edit({
    'README.md': after,
    'guides/linux.md': null,
    'SUMMARY.md':
      handbookFiles['SUMMARY.md']?.replace(
        '  * [On Linux](guides/linux.md)\n',
        `* [${LONG}](guides/long.md)\n`,
      ) ?? '',
  })
  await company.backUp()
  await company.deleteSpace('Second')
  await company.backUp()
  await company.edit({ 'README.md': before })
  for (const operation of ['getRevisionById', 'getCurrentRevision'])
    company.emulator.fault({ operation, kind: 'status', status: 500 })
  await company.backUp()
  return company
}
