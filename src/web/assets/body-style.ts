/** The style of a page's body in its frame, and of what changed in it. */
export const BODY_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f6f8; --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --link: #0550ae;
  --info: #0550ae; --success: #116329; --warning: #7d4e00; --danger: #a40e26; --primary: #6639ba;
  --removed: #ffebe9; --removed-word: #ffc4bf; --added: #dafbe1; --added-word: #8fe0a0; --moved: #ddf4ff; --form: #fff8c5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --panel: #161b22; --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --link: #79b8ff;
    --info: #79b8ff; --success: #56d364; --warning: #e3b341; --danger: #ff8b93; --primary: #d2a8ff;
    --removed: #3c1618; --removed-word: #74282c; --added: #12301c; --added-word: #154826; --moved: #10263d; --form: #332a08;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 12px 20px 48px; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
li > p { margin: 4px 0; }
h1 { font-size: 26px; } h2 { font-size: 22px; } h3 { font-size: 18px; } h4, h5, h6 { font-size: 16px; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 1.4em 0 .5em; }
img { max-width: 100%; height: auto; }
hr { border: 0; border-top: 1px solid var(--line); margin: 24px 0; }
pre { white-space: pre; overflow-x: auto; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; font: 13px/1.5 ui-monospace, monospace; margin: 8px 0; }
.wrap pre { white-space: pre-wrap; }
code, kbd { font-family: ui-monospace, monospace; font-size: .9em; } pre code { font-size: inherit; }
:not(pre) > code, kbd { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
mark { background: var(--form); color: inherit; }
blockquote { margin: 12px 0; padding: 2px 16px; border-left: 4px solid var(--line); color: var(--soft); }
figure { margin: 16px 0; } figcaption, .caption { color: var(--soft); font-size: 14px; }
.description { color: var(--soft); font-size: 18px; }
.label { color: var(--soft); font-size: 13px; } p.label { margin: 0 0 4px; font-weight: 600; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.name, .name a { font-size: inherit; }
.lost { text-decoration: underline dotted var(--danger); }
.not-kept { border: 1px dashed var(--soft); border-radius: 6px; padding: 2px 8px; display: inline-block; }
.box, .hint, .tab, .expandable, .condition, .content-ref, .option, .update { border: 1px solid var(--line); border-radius: 6px; padding: 8px 14px; margin: 12px 0; }
.box { background: var(--panel); } .unknown { border-style: dashed; border-color: var(--soft); }
.hint { border-left-width: 5px; background: var(--panel); }
.hint.info { border-left-color: var(--info); } .hint.success { border-left-color: var(--success); }
.hint.warning { border-left-color: var(--warning); } .hint.danger { border-left-color: var(--danger); }
summary { font-weight: 600; cursor: pointer; }
.columns, .images { display: flex; flex-wrap: wrap; gap: 20px; } .column { flex: 1 1 240px; min-width: 0; }
.stepper > li { padding: 4px 0 12px 6px; }
.tasks { list-style: none; padding-left: 4px; }
.button { display: inline-block; border: 1px solid var(--link); border-radius: 6px; padding: 2px 14px; }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border: 1px solid var(--line); } th { background: var(--panel); }
.without-header thead { display: none; } .hidden-column { opacity: .75; border-style: dashed; }
.align-center { text-align: center; } .align-right { text-align: right; }
.note { font-size: 14px; border-top: 1px solid var(--line); margin-top: 8px; padding-top: 6px; }
.data { font-size: 13px; } dt { font-weight: 600; } dd { margin: 0 0 6px 16px; }
.text-blue, .text-info { color: var(--info); } .text-green, .text-success { color: var(--success); } .text-red, .text-danger { color: var(--danger); }
.text-orange, .text-yellow, .text-warning { color: var(--warning); } .text-purple, .text-primary { color: var(--primary); }
.background-blue, .background-info { background: var(--moved); } .background-green, .background-success { background: var(--added); }
.background-red, .background-danger { background: var(--removed); } .background-orange, .background-yellow, .background-warning { background: var(--form); }
.background-purple, .background-primary { background: var(--panel); }
.change { border-left: 5px solid var(--soft); padding: 2px 12px; margin: 12px 0; border-radius: 4px; }
.change:target { outline: 2px solid var(--link); outline-offset: 2px; }
.summary { font-size: 15px; } .summary a { padding-left: 4px; }
.change.added { border-color: var(--success); background: var(--added); }
.change.removed { border-color: var(--danger); background: var(--removed); }
.change.moved { border-color: var(--info); background: var(--moved); }
.change.changed { border-color: var(--warning); } .change.formatted { border-color: var(--warning); background: var(--form); }
.earlier { border-top: 1px solid var(--line); }
ins { background: var(--added-word); text-decoration: underline; } del { background: var(--removed-word); text-decoration: line-through; }
ins.block, del.block { display: block; text-decoration: none; padding: 2px 10px; } ins.block { background: var(--added); } del.block { background: var(--removed); }
.limit { border: 1px solid var(--line); padding: 6px 10px; }
@media print { pre { white-space: pre-wrap; } }
`
