import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readSettings } from './config/settings.ts';
import { explainMailFault } from './config/startup-errors.ts';
import { openMailer, outboxDirectory } from './mail/mailer.ts';
import { startProbing } from './probe.ts';

test('a part that fails in use is degraded until a probe succeeds, and each change is logged once', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-probe-'));
  const settings = readSettings({ DATA_DIR: folder.path });
  const mailer = await openMailer(settings);
  const logged: string[] = [];
  const probed = await startProbing({
    probe: () => mailer.probe(),
    explain: (cause) => explainMailFault(settings, cause),
    log: { warn: (words: string) => void logged.push(words) } as never,
  });
  try {
    expect([probed.fault(), logged]).toEqual([null, []]);
    const mail = { message_id: '<1@hamla.sa>', to: 'a@b.sa', subject: 's', text: 't', html: 'h' };
    const send = () => probed.watch(mailer.send(mail)).catch(() => {});
    await rm(outboxDirectory(settings), { recursive: true });
    await send();
    await vi.waitUntil(() => probed.fault() !== null);
    const { words } = probed.fault()!;
    expect(words).toMatch(/^DATA_DIR=.* cannot keep mails now/);
    await send();
    // The outbox is back, and a use that fails for another reason probes it.
    const again = await openMailer(settings);
    again.close();
    await probed.watch(Promise.reject(new Error('another'))).catch(() => {});
    await vi.waitUntil(() => probed.fault() === null);
    expect(logged).toEqual([words, `It works again: ${words}`]);
  } finally {
    probed.stop();
    mailer.close();
  }
});

test('a fault that only a person can mend ends the start; one that may pass does not', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-probe-'));
  const settings = readSettings({ DATA_DIR: folder.path });
  const mailer = await openMailer(settings);
  const start = () =>
    startProbing({
      probe: () => mailer.probe(),
      explain: (cause) => explainMailFault(settings, cause),
      log: { warn: () => {} },
    });
  await rm(outboxDirectory(settings), { recursive: true });
  const probed = await start();
  probed.stop();
  expect(probed.fault()).toMatchObject({ isLasting: false });
  // The folder of the outbox is now a file.
  await rm(folder.path, { recursive: true });
  await writeFile(folder.path, '');
  await expect(start()).rejects.toThrow(
    `DATA_DIR=${folder.path} is not a folder: set DATA_DIR to a folder, which is made if need be.`,
  );
  mailer.close();
});
