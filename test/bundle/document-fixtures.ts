/**
 * Markdown that holds every block and inline of the document format. `a b (1).md` is a page,
 * `.gitbook/assets/x (1).png` a file and `.gitbook/includes/i.md` a reusable content.
 */
export const FIXTURES: Readonly<Record<string, string>> = {
  paragraphs: 'one\n\ntwo\\\nlines\n\nthree<br>lines',
  marks: '**b** _i_ ~~s~~ `c` **_bi_** <kbd>k</kbd> x<sup>2</sup> y<sub>1</sub> <u>u</u>',
  'marks inside words': 'a**b**c d<em>e</em>f ~~g~~h **"x"**y',
  'marks around links and code': '**a [b](https://x.test) `c`** and _[d](#e)_',
  'marks with spaces': '<strong>a </strong>b<em> c</em>',
  colours:
    '<mark style="color:red;">r</mark> <mark style="background-color:blue;">b</mark> <mark style="color:red;background-color:$primary;">**x**</mark>',
  code: '``a`b`` `` `x` `` `a|b` <code>x<br>y</code> `{% hint %}`',
  headings:
    '## One\n\n### Two <a href="#own" id="own"></a>\n\n#### Three\n\n## One\n\n## C# \\#\n\n<h2 align="center">Four</h2>',
  lists: '* a\n  * b\n    1. c\n    2. d\n* e\n\n  f\n\n  ```js\n  g\n  ```\n\n9. h\n10. i\n\n    j',
  'adjacent lists': '* a\n\n- b\n\n* c\n\n1. d\n\n1) e',
  'blocks first in an item': '* ***\n* ```\n  a\n  ```\n* > b\n* * c\n* \n* ## d',
  tasks: '* [x] a\n* [ ] b\n  * [ ] c',
  quotes: '> a\n>\n> * b\n>   c\n>\n> > d\n\n> e',
  dividers: 'a\n\n***\n\nb',
  hint: '{% hint style="warning" icon="bolt" %}\na\n\n* b\n{% endhint %}',
  'hint in a list': '* a\n\n  {% hint style="info" %}\n  b\n  {% endhint %}\n* c',
  'hint with a figure':
    '{% hint style="info" %}\n<figure><img src="x.png" alt=""></figure>\n\n{% endhint %}\n\nb',
  fences: '```js\na\n\n  b\n```\n\n````md\n```\nx\n```\n````\n\n```\n```',
  'code with options':
    '{% code title="a \\"b\\"" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}',
  tabs: '{% tabs fullWidth="true" %}\n{% tab title="A" icon="x" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n```\nb\n```\n{% endtab %}\n{% endtabs %}',
  stepper:
    '{% stepper %}\n{% step %}\n## a\n\nb\n{% endstep %}\n\n{% step icon="x" %}\nc\n{% endstep %}\n{% endstepper %}',
  columns:
    '{% columns %}\n{% column width="50%" valign="middle" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  condition: '{% if visitor.claims.x === "y" %}\na\n{% endif %}',
  expandable: '<details>\n\n<summary>a <strong>b</strong></summary>\n\nc\n\n* d\n\n</details>',
  references:
    '{% content-ref url="a b (1).md" %}\n[x](y)\n{% endcontent-ref %}\n\n{% embed url="https://x.test/?a=1&b=2" fullWidth="true" %}\n\n{% embed url="https://x.test" %}\ncaption\n{% endembed %}\n\n{% file src=".gitbook/assets/x (1).png" %}\n\n{% include ".gitbook/includes/i.md" %}',
  specifications:
    '{% openapi src=".gitbook/assets/x (1).png" path="/a" method="get" expanded="true" %}\n[x](y)\n{% endopenapi %}\n\n{% openapi-operation spec="s" path="/a" method="post" %}\n{% endopenapi-operation %}\n\n{% openapi-schemas spec="s" schemas="A,B" grouped="true" %}\n{% endopenapi-schemas %}',
  figures:
    '<figure><img src=".gitbook/assets/x (1).png" alt="a &quot;b&quot;" width="30"><figcaption><p>c <em>d</em></p></figcaption></figure>\n\n<div data-with-frame="true"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt=""></picture></figure></div>\n\n<div align="left" data-full-width="true"><figure><img src="a.png" alt=""></figure></div>',
  'inline images':
    'a ![alt](<.gitbook/assets/x (1).png>) b <img src="l.png" alt="" data-size="line"> [![i](j.png)](k)',
  links:
    '[a](<a b (1).md>) [b](<a b (1).md#c>) [c](#d) [d](https://x.test/a_(b)) [e](https://x.test/?a=1&amp;copy=2) [f](<x<y>) [](g)\n\n[**h** `i`](j)!',
  objects:
    ':x: <i class="fa-star">:star:</i> <span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span> [a](<a b (1).md> "mention") <a href="https://x.test" class="button secondary" data-icon="star">Go *</a> <code class="expression">space.vars.a_b</code> $$a_b$$ c',
  formulas: '$$\na \\\\\nb\n$$\n\n$$x^2$$\n\na $$\\frac{1}{2}$$ b',
  'pipe tables':
    '| a | b\\|c | d |\n| --- | :---: | ---: |\n| **x** | `p\\|q` | one<br>two |\n| | [l](<a b (1).md>) | $$y$$ |',
  'tables in HTML':
    '<table data-header-hidden data-full-width="true"><thead><tr><th width="100">a</th><th data-type="number">n</th><th data-type="checkbox">c</th><th data-type="rating" data-max="3">r</th></tr></thead><tbody><tr><td><p>x</p><ul><li>y &amp; z</li></ul></td><td>1</td><td>true</td><td>2</td></tr><tr><td><pre class="language-js"><code class="lang-js">a&#10;&#10;b</code></pre></td><td>2</td><td>false</td><td>1</td></tr></tbody></table>',
  cards:
    '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th><th data-type="select" data-multiple><select><option value="v" label="V" color="red"></option></select></th></tr></thead><tbody><tr><td><strong>a</strong></td><td><a href="a b (1).md">x</a></td><td><a href=".gitbook/assets/x (1).png">x</a></td><td><span data-option="v">V</span></td></tr></tbody></table>',
  'covers that are images':
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-card-cover-dark data-type="image"></th></tr></thead><tbody><tr><td>a</td><td data-object-fit="contain"><a href="c.png">c</a></td><td><a href="d.png">d</a></td></tr></tbody></table>',
  'aligned paragraphs': '<p align="center">a <strong>b</strong> &lt;c></p>',
  'text that looks like Markdown':
    '\\* a\n\n1\\. b\n\n\\# c\n\n\\- d\n\n\\+ e\n\n\\> f\n\n\\---\n\n\\`g\\` \\[h]\\(i) \\<b> \\&amp; 2 \\* 3 \\_j\\_ \\~~k\\~~ \\$\\$l\\$\\$ \\![m](n) \\\\\\\n\\===\n\n\\| a |\\\n\\|---|\n\n\\~~~',
  'text that looks like tags': '{\\% hint %} a {\\% endhint %}\n\nb {\\% endtab %}',
}
