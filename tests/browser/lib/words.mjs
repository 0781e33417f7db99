// The words of the pages, from the same catalogue that the pages take them from: a button is found by what it says,
// and a word that changes changes here too.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads `key = { zh = "…", en = "…" }` lines below `[table]` heads: all that the catalogue uses of TOML. */
export function parse(subject, text) {
  const words = new Map();
  let table = '';
  for (const line of text.split('\n')) {
    const head = line.match(/^\[([^\]]+)\]\s*$/);
    if (head) table = `${head[1]}.`;
    const leaf = line.match(/^([A-Za-z0-9_."-]+)\s*=\s*\{\s*zh\s*=\s*("(?:[^"\\]|\\.)*")\s*,\s*en\s*=\s*("(?:[^"\\]|\\.)*")\s*\}/);
    if (leaf) {
      words.set(`${subject}.${table}${leaf[1]}`.replaceAll('"', ''), { zh: JSON.parse(leaf[2]), en: JSON.parse(leaf[3]) });
    }
  }
  return words;
}

export class Words {
  constructor(folder) {
    this.all = new Map();
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.toml'))) {
      const subject = path.basename(file, '.toml');
      for (const [key, value] of parse(subject, readFileSync(path.join(folder, file), 'utf8'))) this.all.set(key, value);
    }
    if (this.all.size === 0) throw new Error(`no words in ${folder}`);
  }

  /** The text of a key; an unknown key is a mistake in the walk. */
  text(lang, key) {
    const entry = this.all.get(key);
    if (!entry) throw new Error(`the catalogue has no ${key}`);
    return entry[lang];
  }

  /** A pattern that the text of a key matches whatever its `{arguments}` are. */
  pattern(lang, key) {
    const escaped = this.text(lang, key).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return new RegExp(`^\\s*${escaped.replace(/\{[a-z_]+\}/g, '.+')}\\s*$`);
  }
}
