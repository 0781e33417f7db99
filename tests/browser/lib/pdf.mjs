// Looks at a PDF with poppler's programs.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const quietly = { maxBuffer: 64 * 1024 * 1024 };

/** The number of pages and the size of the first, in millimetres. */
export async function describe(file) {
  const { stdout } = await run('pdfinfo', [file], quietly);
  const pages = Number(stdout.match(/^Pages:\s+(\d+)/m)?.[1] ?? 0);
  const size = stdout.match(/^Page size:\s+([\d.]+) x ([\d.]+) pts/m) ?? [];
  const mm = (points) => Math.round((Number(points) * 25.4) / 72);
  return { pages, width: mm(size[1]), height: mm(size[2]) };
}

/** The text of all pages, for what a reader can copy out. */
export async function text(file) {
  return (await run('pdftotext', ['-layout', file, '-'], quietly)).stdout;
}

/** What the QR code in a picture says. */
export async function scan(picture) {
  return (await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', picture], quietly)).stdout.trim();
}

/** One page as a picture. */
export async function picture(file, page, to) {
  const target = to.replace(/\.png$/, '');
  await run('pdftoppm', ['-png', '-r', '120', '-f', String(page), '-l', String(page), '-singlefile', file, target], quietly);
}

/** Fonts that are not inside the file: a printer would put another in their place. */
export async function fontsNotEmbedded(file) {
  const { stdout } = await run('pdffonts', [file], quietly);
  return stdout.split('\n').slice(2).filter((line) => line.trim() && !/\byes\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+\s*$/.test(line));
}
