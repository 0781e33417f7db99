// Starts `qipin demo` in an empty folder and reads what it prints for a person.
//
// The lines that count, each with its parts a space or more apart, anywhere in the output:
//
//     address      http://127.0.0.1:41234/
//     login        agency-clerk   310   anna   correct-horse      role, agency's code, login, password
//     certificate  5d  310260001  张三                             grade, number, the holder's name to the line's end
//
// There is at least one login for each role, and one certificate to look up.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** What the lines of the demo say: { address, logins: [{ role, agency, login, password }], certificates }. */
export function read(lines) {
  const told = { address: null, logins: [], certificates: [] };
  for (const line of lines) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === 'address' && /^http:\/\//.test(rest[0])) told.address = rest[0].replace(/\/$/, '');
    if (kind === 'login' && rest.length >= 4) {
      told.logins.push({ role: rest[0], agency: rest[1], login: rest[2], password: rest[3] });
    }
    if (kind === 'certificate' && rest.length >= 3) {
      told.certificates.push({ grade: rest[0], number: rest[1], name: rest.slice(2).join(' ') });
    }
  }
  return told;
}

/** Starts the program and waits until its pages answer. */
export async function start(binary, folder) {
  const dir = folder ?? (await mkdtemp(path.join(tmpdir(), 'qipin-walk-')));
  const child = spawn(binary, ['demo', '--bind', '127.0.0.1:0', '--dir', dir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => output.push(line));
  }
  let over = false;
  ended.then(() => (over = true));
  const deadline = Date.now() + 180_000;
  let told = read([]);
  for (;;) {
    if (over) throw new Error(`the demo ended at once:\n${output.join('\n')}`);
    if (Date.now() > deadline) throw new Error(`the demo was not ready in three minutes:\n${output.join('\n')}`);
    told = read(output);
    if (told.address && told.certificates.length && (await answers(told.address))) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const login = (role, agency) => {
    const found = told.logins.find((one) => one.role === role && (!agency || one.agency === agency));
    if (!found) throw new Error(`the demo printed no login for ${role}${agency ? ` of ${agency}` : ''}`);
    return found;
  };
  /** Asks the program to stop, as an operator would, and gives its exit code. */
  const stop = async ({ keep = false } = {}) => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const code = await ended;
    clearTimeout(timer);
    if (!keep) await rm(dir, { recursive: true, force: true });
    return code;
  };
  return { ...told, dir, login, stop, output };
}

async function answers(address) {
  try {
    return (await fetch(`${address}/healthz`)).ok;
  } catch {
    return false;
  }
}
