/** The styles of the pages: light and dark, from 320 pixels, with visible focus. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --text: #1b1b1f; --quiet: #50535c; --line: #6f7480; --accent: #0b57d0; --on-accent: #ffffff; --wrong: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181d; --text: #e9e9ee; --quiet: #b4b8c2; --line: #8f95a3; --accent: #a8c7fa; --on-accent: #0a2a5e; --wrong: #ffb4ab; }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; background: var(--ground); color: var(--text); }
body { margin: 0; }
header, main { max-width: 36rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
header p { margin: 0; font-weight: 600; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 .5rem; }
a { color: var(--accent); }
form { margin: 1.5rem 0; }
.field { margin: 0 0 1.25rem; padding: 0; border: 0; }
label { display: block; font-weight: 600; }
.hint { margin: 0; color: var(--quiet); }
.error { margin: 0; color: var(--wrong); font-weight: 600; }
.invalid { border-inline-start: .25rem solid var(--wrong); padding-inline-start: .75rem; }
input { display: block; width: 100%; max-width: 26rem; min-height: 2.75rem; margin-block-start: .25rem; padding: .375rem .625rem; font: inherit; color: inherit;
  background: var(--ground); border: .125rem solid var(--line); border-radius: .25rem; }
input[type='checkbox'] { display: inline-block; width: 1.5rem; min-height: 1.5rem; margin-block: 0; vertical-align: middle; }
input[type='checkbox'] + label { display: inline; }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent);
  border: .125rem solid var(--accent); border-radius: .25rem; cursor: pointer; }
button.quiet { color: var(--accent); background: var(--ground); }
:focus-visible { outline: .1875rem solid var(--text); outline-offset: .125rem; }
.problem { margin: 0 0 1.5rem; padding: 1rem; border: .1875rem solid var(--wrong); border-radius: .25rem; }
.problem ul { margin: 0; padding-inline-start: 1.25rem; }
.problem a { color: var(--wrong); font-weight: 600; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`.trimStart();
