// Shows that the checks of the walk find what they are for: a page with every fault, and one with none.

import assert from 'node:assert/strict';
import * as access from './lib/access.mjs';
import { read } from './lib/demo.mjs';
import { launch } from './lib/launch.mjs';
import { parse } from './lib/words.mjs';

const page = (body, { lang = 'en', head = '' } = {}) => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
  <meta name="viewport" content="width=device-width"><title>t</title>${head}</head><body>${body}</body></html>`;

const style = `<style>body{margin:0;background:#fff;color:#111} a{color:#124} a,button,input,label{min-height:44px;min-width:44px;box-sizing:border-box}
  nav a,button,label,body>a{display:inline-block} .box{overflow-x:auto} table{width:900px}
  a:focus,button:focus,input:focus{outline:2px solid #00f;outline-offset:2px}</style>`;

const good = page(`
  <a href="#content">Skip</a><header><nav><a href="/">Home page</a></nav></header>
  <main id="content"><h1>One</h1><p>Text with <a href="/x">a link</a> in it.</p>
  <form><label for="a">Name</label><input id="a"><fieldset><legend>Kind</legend><label><input type="checkbox"> yes</label></fieldset>
  <button>Send it now</button></form><div class="box"><table><tr><th scope="col">A</th></tr><tr><td>1</td></tr></table></div></main><footer>f</footer>`, { head: style });
const faults = {
  structure: [
    ['html lang', page('<h1>x</h1>', { lang: 'fr' })],
    ['2 h1', page('<h1>x</h1><h1>y</h1>')],
    ['0 h1', page('<h2>x</h2>')],
    ['heading jumps', page('<h1>x</h1><h3>y</h3>')],
    ['0 landmarks of kind main', page('<h1>x</h1>')],
    ['does not skip', page('<a href="/">Home</a><main></main>')],
    ['no label', page('<input>')],
    ['fieldset without legend', page('<fieldset></fieldset>')],
    ['nothing to hear', page('<button></button>')],
    ['no alt', page('<img src="data:,">')],
    ['neither hidden nor named', page('<svg></svg>')],
    ['2 elements with the id', page('<p id="a"></p><p id="a"></p>')],
    ['aria-describedby names', page('<input aria-describedby="nowhere">')],
    ['a link to #nowhere', page('<a href="#nowhere">x</a>')],
    ['without headers', page('<table><tr><td>1</td></tr></table>')],
    ['without scope', page('<table><tr><th>1</th></tr></table>')],
    ['inline script', page('<script>1</script>')],
    ['inline style', page('<p style="color:red"></p>')],
    ['inline onclick', page('<p onclick="1"></p>')],
    ['not filled', page('<p>Hello {name}</p>')],
  ],
  overflow: [['px wide on a screen', page('<div class="w">x</div>', { head: '<style>.w{width:2000px}</style>' })]],
  targets: [['a target of', page('<button>x</button>')], ['a target of', page('<nav><a href="/">x</a></nav>')]],
  contrast: [
    ['contrast', page('<p>pale</p>', { head: '<style>p{color:#aaa;background:#fff}</style>' })],
    ['contrast', page('<p>clear</p>', { head: '<style>p{color:rgba(0,0,0,.3);background:#fff}</style>' })],
  ],
};

const browser = await launch();
let count = 0;
try {
  for (const scripts of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width: 390, height: 800 } });
    const tab = await context.newPage();
    for (const [check, cases] of Object.entries(faults)) {
      for (const [expected, html] of cases) {
        await tab.setContent(html);
        const found = await tab.evaluate(access[check]);
        assert.ok(found.some((fault) => fault.includes(expected)), `${check} did not find "${expected}": ${found}`);
        count += 1;
      }
    }
    await tab.setContent(good);
    // The page brings its style along, which a page of ours may not.
    assert.deepEqual((await tab.evaluate(access.structure)).filter((fault) => !fault.startsWith('an inline style')), []);
    for (const check of ['overflow', 'targets', 'contrast']) assert.deepEqual(await tab.evaluate(access[check]), [], check);
    for (let i = 0; i < 4; i += 1) {
      await tab.keyboard.press('Tab');
      assert.equal(await tab.evaluate(access.focusShown), '');
    }
    await tab.setContent(page('<button>x</button>', { head: '<style>button:focus{outline:none}</style>' }));
    await tab.keyboard.press('Tab');
    assert.match(await tab.evaluate(access.focusShown), /cannot be seen/);
    await context.close();
  }
} finally {
  await browser.close();
}

assert.deepEqual(read(['Ready.', ' address  http://127.0.0.1:1/ ', 'login  referee 310 a b', 'certificate 5d 310260001 A · B']), {
  address: 'http://127.0.0.1:1',
  logins: [{ role: 'referee', agency: '310', login: 'a', password: 'b' }],
  certificates: [{ grade: '5d', number: '310260001', name: 'A · B' }],
});
const words = parse('public', '[lookup]\ntitle = { zh = "查“x”", en = "Look \\"up\\"" }\nmore.deep = {zh="甲",en="b"}\n');
assert.deepEqual(words.get('public.lookup.title'), { zh: '查“x”', en: 'Look "up"' });
assert.deepEqual(words.get('public.lookup.more.deep'), { zh: '甲', en: 'b' });
console.log(`the checks of the walk find ${count} planted faults`);
