// The browser: the one that Debian installs, without any of its background traffic.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

export async function launch() {
  const home = await mkdtemp(path.join(tmpdir(), 'qipin-chromium-'));
  return chromium.launch({
    executablePath: process.env.QIPIN_WALK_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home },
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--font-render-hinting=none',
    ],
  });
}
