import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { FIXTURES } from '../bundle/document-fixtures.ts'
import { bodyTextOf, problemsOf, wholeTextOf } from '../helpers/rendered-html.ts'
import { night } from './context.ts'
import { lostText } from './markdown-oracle.ts'

const render = (markdown: string) => renderMarkdown(markdown, night)

describe('Markdown of a night', () => {
  test.each(Object.entries(FIXTURES))('loses no letter: %s', (_name, markdown) => {
    const html = render(markdown)
    expect(problemsOf(html), html).toEqual([])
    expect(lostText(markdown, bodyTextOf(html)), html).toBe(null)
  })

  test('is shown without its front matter', () => {
    expect(bodyTextOf(render('---\ndescription: hidden\n---\n\nshown')).trim()).toBe('shown')
  })

  test('a tag that nobody knows is a box with its source', () => {
    expect(wholeTextOf(render('{% hologram depth="3" %}\ninside\n{% endhologram %}'))).toMatch(
      /not known here: hologram\s*\{% hologram depth="3" %\}\s*inside/,
    )
  })

  test('what a page must not do is named', () => {
    const html = wholeTextOf(
      render('<iframe src="https://x.test/a"></iframe><form action="/go"><input name="a"></form>'),
    )
    expect(html).toContain('[not shown here: iframe at https://x.test/a]')
    expect(html).toContain('[not shown here: input]')
  })

  test('pictures of the space are those of that night, others are not loaded', () => {
    expect(render('![a](.gitbook/assets/a.png)')).toContain('src="/night/path/.gitbook%2Fassets%2Fa.png"')
    expect(render('![a](https://x.test/a.png)')).not.toContain('<img')
  })

  test('a row with more cells than its header has loses none: a pipe in code, not escaped', () => {
    const html = render(
      "| Function | Example |\n| --- | --- |\n| `||` joins | `'a' || 'b'` |\n| one \\| cell | `x\\|y` |",
    )
    expect(bodyTextOf(html)).toContain("'a'")
    expect(bodyTextOf(html)).toContain("'b'")
    expect(html).toContain('<tr><td>one | cell</td><td><code>x|y</code></td></tr>')
  })

  test('empty cells behind those of the header are none', () => {
    const html = render('> | a |\n> | --- |\n> | b | | \n> | c | | d | |')
    expect(html).toContain('<tr><td>b</td></tr><tr><td>c</td><td></td><td>d</td></tr></tbody>')
  })

  test('a picture in a link is no link in it, wherever it was', () => {
    for (const at of ['https://x.test/a.png', '#part', '/broken/a', 'a.png']) {
      const html = render(`[![alt](${at}) read on](https://x.test/)`)
      expect(problemsOf(html), html).toEqual([])
      expect(html.match(/<a /g)).toHaveLength(1)
      expect(bodyTextOf(html)).toMatch(/alt.* read on/)
    }
  })

  test('headings can be linked to, each its own', () => {
    expect(render('## A b\n\n## A b\n\n## x <a href="#own" id="own"></a>')).toBe(
      '<h2 id="user-content-a-b">A b</h2><h2 id="user-content-a-b-1">A b</h2><h2 id="user-content-own">x </h2>',
    )
  })

  test('a disclosure holds the Markdown in it', () => {
    const html = render('<details>\n\n<summary>More</summary>\n\n* **a**\n\n</details>')
    expect(html).toContain('<summary>More</summary><ul><li><strong>a</strong></li></ul></details>')
  })
})
