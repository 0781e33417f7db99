// Walks through Qipin as its first users do, in a real browser, against a demo of its own.
//
//   npm ci && node walk.mjs              all chapters, with the program of the last build
//   node walk.mjs lookup notices         only the chapters whose file name has one of these words
//
//   QIPIN_WALK_BINARY    the program (default: the newest of target/{release,debug}/qipin)
//   QIPIN_WALK_SCREENS   the folder for pictures (default: target/screens)
//   QIPIN_WALK_CHROMIUM  the browser (default: /usr/bin/chromium)
//   QIPIN_WALK_DARK      also keep pictures of the dark colours
//
// Chapters build on each other: they share one demo, and what one has confirmed the next one issues. Each page that a
// chapter shows is pictured at 390 and 1280 px and checked for overflow, touch targets, contrast and structure; anything
// on the console, any breach of the content security policy, any unexpected refusal is a fault.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { start } from './lib/demo.mjs';
import { launch } from './lib/launch.mjs';
import { Report } from './lib/report.mjs';
import { Words } from './lib/words.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');
const target = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');

function program() {
  if (process.env.QIPIN_WALK_BINARY) return process.env.QIPIN_WALK_BINARY;
  const built = ['release', 'debug'].map((profile) => path.join(target, profile, 'qipin')).filter(existsSync);
  if (!built.length) throw new Error('no program: cargo build --release');
  return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

const report = new Report();
const began = Date.now();
const only = process.argv.slice(2);
const chapters = readdirSync(path.join(here, 'chapters'))
  .filter((file) => /^\d\d-.*\.mjs$/.test(file) && (!only.length || only.some((word) => file.includes(word))))
  .sort();
if (!chapters.length) throw new Error(`no chapter is called ${only.join(' ')}`);

const walk = {
  report,
  words: new Words([path.join(here, 'catalogue'), path.join(root, 'src/text/catalogue')].find(existsSync)),
  files: path.join(here, 'files'),
  screens: process.env.QIPIN_WALK_SCREENS ?? path.join(target, 'screens'),
  downloads: mkdtempSync(path.join(tmpdir(), 'qipin-downloads-')),
  dark: Boolean(process.env.QIPIN_WALK_DARK),
  /** What chapters hand on: addresses, numbers, names. */
  found: {},
};
rmSync(walk.screens, { recursive: true, force: true });
mkdirSync(walk.screens, { recursive: true });

report.begin('the demo starts');
walk.demo = await start(program());
report.step(`${walk.demo.address}, ${walk.demo.logins.length} logins, after ${((Date.now() - began) / 1000).toFixed(1)} s`);
walk.browser = await launch();
try {
  for (const file of chapters) {
    const chapter = await import(pathToFileURL(path.join(here, 'chapters', file)));
    report.begin(chapter.title);
    try {
      await chapter.default(walk);
    } catch (error) {
      report.fault(`stopped: ${error.stack?.split('\n').slice(0, 12).join('\n      ') ?? error}`);
      for (const context of walk.browser.contexts()) {
        for (const [n, page] of context.pages().entries()) {
          await page.screenshot({ path: path.join(walk.screens, `stopped-${file}-${n}.png`), fullPage: true }).catch(() => {});
        }
      }
    } finally {
      for (const context of walk.browser.contexts()) await context.close();
    }
  }
} finally {
  await walk.browser.close();
  report.begin('the demo stops');
  report.equal(await walk.demo.stop(), 0, 'the exit code after a request to stop');
  const panics = walk.demo.output.filter((line) => /panicked at|RUST_BACKTRACE|ERROR/.test(line));
  report.check(panics.length === 0, `the program's log has errors: ${panics.slice(0, 3).join(' | ')}`);
  rmSync(walk.downloads, { recursive: true, force: true });
}
process.exit(report.end() ? 0 : 1);
